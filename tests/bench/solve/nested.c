// 64-bit conditions inside each other, all of the same two numbers.
// rung: nested
// solution: efcdab896745230132547698badcfe0035
#include "../ladder/ladder.h"

READERS(uint64_t)

void climb(const unsigned char *in) {
  uint64_t a = native_uint64_t(in), b = native_uint64_t(in + 8);
  if (a + 2 * b == 225460205345338963ull)
    if (a - b > 10248191152059861ull && a - b < 10248191152061861ull)
      if ((in[16] ^ in[0]) == 218)
        solved();
}
