#include "library.h"
static int inner(int x) { return x ? x * 3 : 1; }
static int of_library(int x) { return x + 4; }
int (*library_table[])(int) = { of_library };
int in_library(int x) { return x == 'Z' ? inner(x) : 0; }
int no_harness_calls(int x) { return x / 2; }
