// Of these four, one gets bytes of the input; of wide characters a second.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(int argc, char **argv) {
  char own[64] = "a/b", text[64] = {0};
  wchar_t wide[64] = {0};
  FILE *file = fopen(argv[argc - 1], "r");
  if (!file || fread(text, 1, 8, file) != 8) return 1;
  for (int i = 0; i < 8; i++) wide[i] = (unsigned char)text[i];
  volatile int is = fnmatch("a*", text, 0) == 0;
  is += fnmatch("a*", own, 0) == 0;
  is += wcscmp(wide, L"abc") == 0;
  is += strcmp(basename(own), "b") == 0;
  return is == 4;
}
