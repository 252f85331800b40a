// Deflate: stored bytes are copies, literals are decided by the bits of their codes, copies repeat what lies behind.
// input: "\x00\x03\x00\xfc\xffxyz\x4b\x4c\x4a\x4e\x04\xa3\x14\x00"

#include "input.h"

static unsigned char out[64];
static volatile unsigned kept;
static size_t written, place;

static unsigned bit(void) {
  unsigned bit = in[place >> 3] >> (place & 7) & 1;
  place++;
  return bit;
}

static unsigned bits(int count) {
  unsigned value = 0;
  for (int i = 0; i < count; i++) value |= bit() << i;
  return value;
}

// A symbol of the code that needs no table.
static unsigned symbol(void) {
  unsigned code = 0;
  for (int i = 0; i < 7; i++) code = code << 1 | bit();
  if (code < 24) return 256 + code;
  code = code << 1 | bit();
  if (code < 192) return code - 48;
  if (code < 200) return code - 192 + 280;
  return (code << 1 | bit()) - 400 + 144;
}

static void stored(void) {
  place = (place + 7) & ~(size_t)7;
  unsigned length = bits(16);
  ASK(length != (bits(16) ^ 0xffff)); // taint: 3-4 | 1-2
  for (unsigned i = 0; i < 3; i++) out[written++] = bits(8);
}

static void coded(void) {
  for (;;) {
    unsigned code = symbol();
    kept = 7 / (code + 1);            // taint: 8-9; 9-10; 10-11; 11-12; 12-13; 13-14; 14-15
    if (code == 256) break;
    if (code < 256) {
      out[written++] = code;
      continue;
    }
    unsigned length = code - 257 + 3, distance = 0;
    for (int i = 0; i < 5; i++) distance = distance << 1 | bit();
    for (unsigned i = 0; i < length; i++) out[written] = out[written - (distance + 1)], written++;
    ASK(length == 5);                 // taint: 12-13
  }
}

int main(int count, char **words) {
  input(words);
  for (unsigned last = 0; !last;) {
    last = bit();
    if (bits(2) == 0) // taint: 0; 8
      stored();
    else
      coded();
  }
  ASK(out[0] == 'X'); // taint: 5
  ASK(out[2] == 'X'); // taint: 7
  ASK(out[3] == 'X'); // taint: 8-9
  ASK(out[5] == 'X'); // taint: 10-11
  ASK(out[6] == 'X'); // taint: 11-12
  ASK(out[7] == 'X'); // taint: 9-10,13
}
