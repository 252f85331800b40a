#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c = getchar();
  if (c == 'a')
    return 1;
  if (c == 'b')
    return 2;
  if (c == 'x')
    abort();
  return 0;
}
