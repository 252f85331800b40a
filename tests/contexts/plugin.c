// Loaded again and again; calls the program, itself, and is called back.
#include <stdlib.h>
int host_leaf(int);
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
__attribute__((noinline)) int JOIN(NAME, _leaf)(int x) { return x > 3 ? x + SIZE : x - 1; }
__attribute__((noinline)) static int local(int x) { return x > 4 ? JOIN(NAME, _leaf)(x) : host_leaf(x); }
// Other plugins differ in size, so that rows come to lie elsewhere.
__attribute__((noinline)) int JOIN(NAME, _more)(int x) {
  switch (x % 40) {
  case 1: return 5;
  case 2: return 55;
  case 3: return local(x);
#if SIZE > 10
  case 4: return 51;
  case 5: return 53;
  case 6: return 58;
  case 7: return local(x) + 4;
  case 8: return 12;
#endif
  }
  return x > 30 ? local(x) : 17;
}
int JOIN(NAME, _entry)(int x) { return local(x) + local(x + 1) + JOIN(NAME, _more)(x) + JOIN(NAME, _more)(x + 3) + host_leaf(x); }
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int JOIN(NAME, _sort)(int *numbers, int n) {
  qsort(numbers, n, sizeof *numbers, order);
  return order(numbers, numbers + 1) + local(numbers[0]);
}
