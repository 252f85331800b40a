#include "images.h"
__attribute__((noinline)) int everywhere(int x) { return x > 3 ? shown(2) : 102; }
__attribute__((noinline)) int two_leaf(int x) { return x > 4 ? x - 3 : x * x; }
int two_entry(int x) { return one_leaf(x) + (x > 3 ? host_leaf(x) : everywhere(x)) + replaced(x); }
int two_tail(int x) { return x > 20 ? one_leaf(x) : one_tail(x + 5); }
int two_back(int x) { return one_pointer(two_leaf, x) + one_pointer(one_leaf, x) + one_pointer(table[x & 1], x); }
