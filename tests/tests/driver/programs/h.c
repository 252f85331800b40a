int a(int);
int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return n && a(*d) == 77 ? 0 : 0; }
