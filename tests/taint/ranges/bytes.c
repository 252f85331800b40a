// Bytes of integers keep their own labels where they are moved, and share them where they are mixed.
// input: "0123456789abcdefghijklmnopqrstuvwxyzABCD"

#include <stdint.h>

#include "input.h"

struct fields {
  uint32_t low : 5, middle : 11, high : 16;
};

union view {
  uint32_t word;
  uint16_t halves[2];
  uint8_t bytes[4];
};

int main(int count, char **words) {
  input(words);
  uint32_t word;
  memcpy(&word, in + 4, 4);
  ASK(((word >> 8) & 0xff) == 7);          // taint: 5
  ASK((word & 0xff00ff) == 7);             // taint: 4,6
  ASK((uint16_t)word == 7);                // taint: 4-5
  ASK((int32_t)word >> 24 == 7);           // taint: 7
  ASK(word >> 28 == 7);                    // taint: 7
  ASK(((word >> 4) & 0xff) == 7);          // taint: 4-5
  ASK(__builtin_bswap32(word) >> 24 == 7); // taint: 4
  ASK((word << 8 | in[20]) == 7);          // taint: 4-6,20
  ASK((word << 16 | word >> 16) == 7);     // taint: 4-7
  ASK((uint8_t)(word << 16 | word >> 16) == 7); // taint: 6
  ASK(word * 3 == 7);                      // taint: 4-7
  ASK((uint8_t)(word + 1) == 7);           // taint: 4
  ASK((int8_t)in[9] == -7);                // taint: 9
  ASK((in[0] ^ in[2]) == 7);               // taint: 2 | 0
  ASK(in[0] < in[2]);                      // taint: 0 | 2
  ASK((uint8_t)(word * word / 3) == 7);    // taint: 4-7
  uint64_t wide;
  memcpy(&wide, in + 8, 8);
  ASK((wide & 0xff00000000) == 7LL << 32);         // taint: 12
  ASK((uint32_t)(wide >> 32) == 7);        // taint: 12-15
  ASK((wide >> (in[1] & 7)) == 7);         // taint[integer]: 1,8-15
  uint32_t big = (uint32_t)in[24] << 24 | in[25] << 16 | in[26] << 8 | in[27];
  ASK(big == 7);                           // taint: 24-27
  ASK(big >> 16 == 7);                     // taint: 24-25
  ASK((big & 0xff) > 7);                   // taint: 27
  ASK((uint8_t)(word + (wide >> 16) * 5) == 7); // taint: 4,10
  struct fields fields;
  memcpy(&fields, in + 16, 4);
  ASK(fields.low == 7);                    // taint: 16
  ASK(fields.high == 7);                   // taint: 18-19
  fields.high = 3;
  ASK(fields.high == in[0]);               // taint: 0
  static uint32_t total;
  total = word;
  __atomic_fetch_add(&total, in[20], __ATOMIC_SEQ_CST);
  ASK((uint8_t)(total >> 8) == 7);         // taint: 4-7,20
  unsigned char few[14];
  memset(few, in[3], sizeof few);
  ASK(((volatile unsigned char *)few)[9] == 7); // taint: 3
  union view view = {.word = word};
  view.bytes[1] = 0;
  ASK(view.word == 7);                     // taint: 4,6-7
  ASK(view.halves[1] == 7);                // taint: 6-7
  unsigned __int128 widest;
  memcpy(&widest, in + 20, 16);
  ASK((uint8_t)(widest >> 64) == 7);       // taint: 28
  ASK((uint64_t)widest == 7);              // taint: 20-27
}
