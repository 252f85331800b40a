#include "common.h"

int main(int c, char **v) {
  if (c > 1 && !strcmp(v[1], "-v"))
    c--, v++;
  if (c < 2) {
    fputs("usage: file [-v] FILE\n", stderr);
    return 1;
  }
  return parse(fopen(v[1], "rb"));
}
