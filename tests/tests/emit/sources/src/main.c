#include <stdio.h>
#include <string.h>
#include "api.h"
#include "version.h"
int main(int argc, char **argv) {
  char text[64] = {0};
  FILE *input = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (!input || !fgets(text, sizeof text, input)) return 2;
  if (!strncmp(text, "NIAM", 4)) puts("main " VERSION);
  printf("%s:%d %d %d %d %d\n", __FILE__, __LINE__, in_archive(text), in_cxx(text), in_library(text[0]), twice(3));
  return 0;
}
