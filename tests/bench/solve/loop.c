// A loop compares words with a table: one branch, which has come out both ways after the first word.
// rung: loop
// solution: 6d25cf734c49a1dd273e4d8fab5f5bdb8d1099ec05e8fdc7
#include "../ladder/ladder.h"

READERS(uint32_t)

static const uint32_t table[6] = {0x73cf256d, 0xdda1494c, 0x8f4d3e27, 0xdb5b5fab, 0xec99108d, 0xc7fde805};

void climb(const unsigned char *in) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < 6; i++)
    if (native_uint32_t(in + 4 * i) != table[i]) return;
  solved();
}
