// Two numbers are asked for their sum and their difference.
// rung: sum
// solution: c7a5312fd2b3e811
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t a = native_uint32_t(in), b = native_uint32_t(in + 4);
  if (a + b == 1092245913u)
    if (a - b == 491319797u)
      solved();
}
