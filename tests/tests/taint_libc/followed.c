// A line for each function, whose condition depends on these bytes of the input:
// mbstowcs 1, wcstombs 2, mbsrtowcs 0 to 2, regexec all, inet_aton 24 to 30, fmemopen 4 and 6, strverscmp all.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static volatile int taken;
#define TAKE(what) if (what) taken++

int main(int argc, char **argv) {
  char text[64] = {0}, narrow[8] = {0};
  wchar_t wide[8] = {0};
  FILE *file = fopen(argv[argc - 1], "r");
  if (!file || fread(text, 1, 31, file) != 31) return 1;
  mbstowcs(wide, text, 3);
  TAKE(wide[1] == L'x');
  wcstombs(narrow, wide, 3);
  TAKE(narrow[2] == 'y');
  const char *from = text;
  mbstate_t state = {0};
  size_t made = mbsrtowcs(wide, &from, 3, &state);
  TAKE(made == 9);
  regex_t pattern;
  regmatch_t match[1] = {{0, 0}};
  if (regcomp(&pattern, "b[cd]+", REG_EXTENDED)) return 2;
  int failed = regexec(&pattern, text, 1, match, 0);
  TAKE(failed);
  TAKE(match[0].rm_so == 7);
  struct in_addr address = {0};
  inet_aton(text + 24, &address);
  TAKE(address.s_addr == 1);
  FILE *memory = fmemopen(text + 4, 8, "r");
  char line[4] = {0};
  int first = getc(memory);
  TAKE(first == 'z');
  fgets(line, 3, memory);
  TAKE(line[1] == 'z');
  int order = strverscmp(text, "abd");
  TAKE(order > 0);
  return taken > 99;
}
