// A target: the same parser, called from several places.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) int number(const char **at) {
  int n = 0;
  while (**at >= '0' && **at <= '9')
    n = (n * 10 + *(*at)++ - '0') % 1000;
  return n;
}
static __attribute__((noinline)) int term(const char **at) {
  if (**at == '-') {
    ++*at;
    return -number(at);
  }
  if (**at == 'x') {
    ++*at;
    return number(at) * 16;
  }
  return number(at);
}
static int order(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }
int main(void) {
  char text[64] = {0};
  const char *at = text;
  int list[8], n = 0;
  fread(text, 1, sizeof text - 1, stdin);
  if (*at == '[')
    for (++at; n < 8 && *at && *at != ']'; at++)
      list[n++] = term(&at);
  else
    list[n++] = term(&at);
  qsort(list, n, sizeof *list, order);
  printf("%d\n", n ? list[0] : 0);
  return 0;
}
