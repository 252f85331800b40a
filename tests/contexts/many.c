// A function with more calls than rows: calls beyond the limit share a row of their own.
#include <stdio.h>

static __attribute__((noinline)) int step(int x) { return x & 1 ? x * 3 + 1 : x / 2; }

#define ONE x = step(x) + 1;
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE

int main(int argc, char **argv) {
  int x = argc + 6;
  TEN TEN TEN TEN TEN TEN TEN
  printf("%d\n", x);
  return 0;
}
