// A checksum of the input stands in the input: CRC-32 without its final inversion.
// rung: crc
// solution: 545950453435363738396162d578346e
#include "../ladder/ladder.h"

READERS(uint32_t)

void climb(const unsigned char *in) {
  uint32_t crc = 0xffffffff;
  for (int i = 0; i < 12; i++) {
    crc ^= in[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  if (memcmp(in, "TYPE", 4) == 0)
    if (native_uint32_t(in + 12) == crc)
      solved();
}
