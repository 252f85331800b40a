#include "images.h"
#include <stdio.h>
__attribute__((noinline)) int everywhere(int x) { return x > 3 ? shown(3) : 103; }
__attribute__((noinline)) int host_leaf(int x) { return x > 7 ? x + 10 : 20 - x; }
#ifdef REPLACE
__attribute__((noinline)) int replaced(int x) { return x > 3 ? shown(13) : 113; }
#endif
int main(void) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    s += one_entry(i) + two_entry(i);
    s += one_tail(i) * 3 + two_back(i);
    s += one_pointer(table[i & 1], i) + one_shared(i);
#ifdef TAKE
    s += one_pointer(one_tail, i);
#endif
    s += i > 5 ? everywhere(i) : host_leaf(i);
    printf("%d\n", s);
  }
  return 0;
}
