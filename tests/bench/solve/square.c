// Squares lie in narrow windows.
// rung: square
// solution: c3b2a125eeffc000
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint64_t x = native_uint32_t(in), y = native_uint32_t(in + 4);
  if (x * x > 398607936714110601ull && x * x < 398607938714110601ull)
    if (x * x + y * y > 398767920485575501ull && x * x + y * y < 398767920505575501ull)
      solved();
}
