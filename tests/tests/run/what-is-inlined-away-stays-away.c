void bad(void) __attribute__((error("bad size")));
void nowhere(void);
static inline __attribute__((always_inline)) int size(unsigned long n) {
  switch (n) { case 1: return 1; case 8: return 8; default: bad(); return 0; }
}
void never(void);
static inline __attribute__((always_inline)) int known(int n) {
  if (__builtin_constant_p(n) && n > 10) never();
  return n;
}
static inline int checked(unsigned long n) { if (n != 1 && n != 8) nowhere(); return n; }
int main(int argc, char **argv) {
  (void)argv;
  return size(sizeof(long)) - checked(sizeof(long)) + known(argc) - 1;
}
