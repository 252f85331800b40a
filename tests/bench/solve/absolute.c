// The absolute difference of two numbers, and of their products.
// rung: absolute
// solution: 1d2c3b4a4cfc394a3710
#include "../ladder/ladder.h"

#include <stdlib.h>
READERS(uint32_t)
READERS(uint16_t)

void climb(const unsigned char *in) {
  int64_t a = native_uint32_t(in), b = native_uint32_t(in + 4), c = native_uint16_t(in + 8);
  if (llabs(a - b) == 77777)
    if (llabs(a - 300000 * c) < 400000)
      if ((a & 0xffff) == 0x2c1d)
        solved();
}
