// Stands in for what others define, and knows only some of its callers.
#include "images.h"
__attribute__((noinline)) int two_leaf(int x) { return x > 4 ? one_leaf(x) : 1000; }
int replaced(int x) { return x > 3 ? two_leaf(x) : host_leaf(x); }
