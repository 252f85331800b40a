// Affine expressions of one number, and of two.
// rung: affine
// solution: fecaad1bedacef0d
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t x = native_uint32_t(in), y = native_uint32_t(in + 4);
  if ((x >> 2) * 3 + 7 == 348280900u)
    if (5 * y - 2 * x == 240306853u)
      solved();
}
