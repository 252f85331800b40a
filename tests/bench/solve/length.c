// A header has a count, a length and a complement, which have to agree.
// rung: length
// solution: d204e8390000fdad
#include "../ladder/ladder.h"

READERS(uint16_t)
READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t count = native_uint16_t(in), length = native_uint32_t(in + 2), check = native_uint16_t(in + 6);
  if (length > 14000 && length < 16000)
    if (count * 12 + 16 == length)
      if (check + count * 5 + length == 65535)
        solved();
}
