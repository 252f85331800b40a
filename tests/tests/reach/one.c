#include "library.h"
int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n && in_library(d[0]) > 99 ? 0 : 0; }
