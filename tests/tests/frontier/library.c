#include "library.h"
static int inner(int x) { return x ? x * 3 : 1; }
int in_library(int x) { return x == 'Z' ? inner(x) : 0; }
