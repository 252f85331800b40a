// Absolute differences: of two numbers, and of a third from a multiple of a fourth.
// rung: absolute
// solution: 1d2c3b4a4cfc394a371059f5394a
#include "../ladder/ladder.h"

#include <stdlib.h>
READERS(uint16_t)
READERS(uint32_t)

void climb(const unsigned char *in) {
  int64_t a = native_uint32_t(in), b = native_uint32_t(in + 4);
  int64_t c = native_uint16_t(in + 8), d = native_uint32_t(in + 10);
  if (llabs(a - b) == 77777)
    if (llabs(d - 300000 * c) == 12345 && d > 1000000000)
      solved();
}
