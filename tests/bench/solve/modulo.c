// Remainders and quotients.
// rung: modulo
// solution: e1e1d01e580e
#include "../ladder/ladder.h"

READERS(uint32_t)

READERS(uint16_t)

void climb(const unsigned char *in) {
  uint32_t x = native_uint32_t(in), y = native_uint16_t(in + 4);
  if (x % 1000003 == 4242)
    if (x / 1000003 == 517)
      if (y % 523 == 11 && y > 3000)
        solved();
}
