/* IJON's helpers outside of its macros: declared as AFL++'s header declares them, or by fz's. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef UNDECLARED
#ifdef __cplusplus
extern "C" {
#endif
uint64_t ijon_simple_hash(uint64_t x);
unsigned ijon_hashint(unsigned, unsigned);
uint32_t ijon_hashstr(uint32_t old, char *val);
uint32_t ijon_hashmem(uint32_t old, char *val, size_t len);
uint32_t ijon_hashstack(void);
uint32_t ijon_strdist(char *a, char *b);
uint32_t ijon_memdist(char *a, char *b, size_t len);
void ijon_max(uint32_t addr, unsigned long long val);
void ijon_set(uint32_t addr, uint32_t val);
#ifdef __cplusplus
}
#endif
#endif

int main(void) {
  char input[64], pattern[] = "pattern";
  uint32_t before = 0;
  int n;
  if (read(0, input, sizeof input) < 2) return 0;
  n = input[1];
  switch (input[0]) {
    case 'h':
      before = ijon_hashint(before, (uint32_t)n);
      before = ijon_hashstr(before, pattern);
      before = ijon_hashmem(before, pattern, 3);
      IJON_SET(before);
      break;
    case 'c':
      IJON_SET(ijon_hashint(ijon_hashstack(), n));
      break;
    case 's':
      IJON_SET(ijon_hashstack());
      before = ijon_hashstack();
      ijon_set(5, before);
      break;
    case 'd':
      IJON_MAX(ijon_strdist(pattern, input + 1));
      break;
    case 'm':
      ijon_max(5, ijon_memdist(pattern, input + 1, 4) + (ijon_simple_hash(1) ? 100 : 0));
      break;
#ifdef SEVERAL
    case 'v':
      IJON_MAX(2, n);
      IJON_MIN(1, 2, n);
      break;
#endif
  }
  return 0;
}
