#include "common.h"

int main(int c, char **v) {
  if (c > 1 && !strcmp(v[1], "-v"))
    c--, v++;
  const char *dot = c > 1 ? strrchr(v[1], '.') : 0;
  if (!dot || strcmp(dot, ".wv")) {
    fputs("not a .wv file\n", stderr);
    return 1;
  }
  FILE *f = fopen(v[1], "rb");
  return parse(f);
}
