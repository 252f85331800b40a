#include <stdio.h>
#include <string.h>
int used(int), one(const char *), two(const char *);
int dead(int x) { return x > 7 ? x * 3 : 1; }
int main(int argc, char **argv) {
  char text[16] = {0};
  FILE *input = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (!input || !fgets(text, sizeof text, input)) return 2;
  if (!strncmp(text, "NIAM", 4)) puts("main");
  printf("%d\n", used(text[0]) + one(text) + two(text));
  return 0;
}
