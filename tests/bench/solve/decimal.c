// A number in decimal digits, and what it is twice.
// rung: decimal
// solution: 3331333337343231a357bc03
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t number = 0;
  for (int i = 0; i < 8; i++) {
    if (in[i] < '0' || in[i] > '9') return;
    number = number * 10 + (in[i] - '0');
  }
  if (number == 31337421)
    if (native_uint32_t(in + 8) - 9 == 2 * number)
      solved();
}
