#include "images.h"
__attribute__((noinline)) int everywhere(int x) { return x > 3 ? shown(1) : 101; }
__attribute__((noinline)) int replaced(int x) { return x > 3 ? shown(11) : 111; }
__attribute__((noinline)) int one_leaf(int x) { return x > 3 ? x * 3 : 7 - x; }
__attribute__((noinline)) static int one_local(int x) { return x > 5 ? one_leaf(x) + 1 : two_leaf(x) - 1; }
int one_entry(int x) { return one_local(x) + everywhere(x) + replaced(x) + (x > 2); }
int one_tail(int x) { return x > 3 ? two_tail(x + 1) : two_leaf(x); }
int one_pointer(work f, int x) { return (x > 1 ? f(x) : f(x + 9)) + 1; }
int one_shared(int x) { return x > 2 ? host_leaf(x) * 2 : replaced(x); }
const work table[2] = {one_leaf, two_leaf};
