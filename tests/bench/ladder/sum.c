// Enough of several compares hold.
// rung: sum
// solution: c94ec7e6f128a5b85eaa412524e378f8c03919f4e3662a7dabfe3ad6b52a846f5768336c525cb918
// solution: 055e8e57717605b55563
#include "ladder.h"

READERS(uint16_t)

static inline int all(const unsigned char *p, uint16_t a, uint16_t b, uint16_t c, uint16_t d, uint16_t e) {
  int n = 0;
  n += native_uint16_t(p) == a;
  n += native_uint16_t(p + 2) == b;
  n += native_uint16_t(p + 4) == c;
  n += native_uint16_t(p + 6) == d;
  n += native_uint16_t(p + 8) == e;
  return n == 5;
}

void climb(const unsigned char *in) {
  if (all(in + 0, 0x4ec9, 0xe6c7, 0x28f1, 0xb8a5, 0xaa5e))
    if (all(in + 10, 0x2541, 0xe324, 0xf878, 0x39c0, 0xf419))
      if (all(in + 20, 0x66e3, 0x7d2a, 0xfeab, 0xd63a, 0x2ab5))
        if (all(in + 30, 0x6f84, 0x6857, 0x6c33, 0x5c52, 0x18b9))
          if (all(in + 40, 0x5e05, 0x578e, 0x7671, 0xb505, 0x6355))
            solved();
}
