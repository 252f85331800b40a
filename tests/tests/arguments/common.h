#include <stdio.h>
#include <string.h>

/* Three kinds of inputs. */
static int parse(FILE *f) {
  int a = f ? getc(f) : -1;
  if (a == 'A') {
    int b = getc(f);
    if (b == 'B')
      puts("AB");
    if (getc(f) == 'C')
      *(volatile int *)0 = 1;
  }
  return 0;
}
