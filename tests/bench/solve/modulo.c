// Remainders and a quotient, each of a number of its own.
// rung: modulo
// solution: e1e1d01ebe2ad301a24b
#include "../ladder/ladder.h"

READERS(uint16_t)
READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t x = native_uint32_t(in), y = native_uint32_t(in + 4), z = native_uint16_t(in + 8);
  if (x % 1000003 == 4242)
    if (y / 977 == 31337)
      if (z % 523 == 11 && z > 3000)
        solved();
}
