// Small operands that C makes ints before it compares them.
// rung: promoted8 -DPAIRS=0
// solution: 9dfa829c8434b247748389cf7b82f2b386e1f2ee
// rung: promoted16 -DPAIRS=1
// solution: ed43e59034f273d86b24726513513eac136eac37
#include "ladder.h"

/* Four bytes; `key` is what they have to be. */
static inline int bytes(const unsigned char *p, const char *key) {
  const unsigned char *k = (const unsigned char *)key;
  uint8_t a = p[0], b = p[1], c = p[2], d = p[3];
  return (a << 8) + b == (k[0] << 8) + k[1] && c - 7 == k[2] - 7 && d * 2 == k[3] * 2;
}

READERS(uint16_t)

static inline int pairs(const unsigned char *p, uint16_t first, uint16_t sum) {
  uint16_t x = native_uint16_t(p), y = native_uint16_t(p + 2);
  return x + 0x1357 == first + 0x1357 && (uint16_t)(x + y) == sum;
}

#define FITS(n, key, first, sum) (PAIRS ? pairs(in + 4 * (n), first, sum) : bytes(in + 4 * (n), key))

void climb(const unsigned char *in) {
  if (FITS(0, "\x9d\xfa\x82\x9c", 0x43ed, 0xd4d2))
    if (FITS(1, "\x84\x34\xb2\x47", 0xf234, 0xcaa7))
      if (FITS(2, "\x74\x83\x89\xcf", 0x246b, 0x89dd))
        if (FITS(3, "\x7b\x82\xf2\xb3", 0x5113, 0xfd51))
          if (FITS(4, "\x86\xe1\xf2\xee", 0x6e13, 0xa5bf))
            solved();
}
