// Linear combinations of three 16-bit numbers.
// rung: combination
// solution: bb9c697a22c8
#include "../ladder/ladder.h"

READERS(uint16_t)

void climb(const unsigned char *in) {
  int a = native_uint16_t(in), b = native_uint16_t(in + 2), c = native_uint16_t(in + 4);
  if (3 * a + 5 * b - 7 * c == -81584)
    if (2 * a - 3 * b + c == 37469)
      if (a + b + c == 122694)
        solved();
}
