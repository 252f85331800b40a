// A sum of two numbers, and a difference of two others.
// rung: sum
// solution: c7a5312fd2b3e811b2a1007f56341200
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t a = native_uint32_t(in), b = native_uint32_t(in + 4);
  uint32_t c = native_uint32_t(in + 8), d = native_uint32_t(in + 12);
  if (a + b == 1092245913u)
    if (c - d == 2129554780u)
      solved();
}
