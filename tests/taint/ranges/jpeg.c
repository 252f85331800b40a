// The segments of a JPEG: lengths with the high byte first, which say where the next one begins.
// input: "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x02\x00\x00\x48\x00\x48\x00\x00\xff\xc0\x00\x0b\x08\x00\x20\x00\x40\x01\x01\x11\x00\xff\xd9"

#include "input.h"

static unsigned two(const unsigned char *at) { return at[0] << 8 | at[1]; }

int main(int count, char **words) {
  input(words);
  ASK(in[0] != 0xff); // taint: 0
  const unsigned char *at = in + 2;
  while (at[0] == 0xff) {                    // taint: 2; 4-5,20; 4-5,22-23,33
    unsigned marker = at[1], length = two(at + 2);
    if (marker == 0xd9) break;               // taint: 3; 4-5,21; 4-5,22-23,34
    ASK(length < 2);                         // taint: 4-5; 4-5,22-23
    switch (marker) {                        // taint[switch]: 3; 4-5,21
    case 0xe0:
      ASK(memcmp(at + 4, "JFIF", 5) != 0);   // taint[call]: 6-10
      ASK(two(at + 12) == 72);               // taint: 14-15
      break;
    case 0xc0:
      ASK(two(at + 5) > 100);                // taint: 4-5,25-26
      ASK(two(at + 7) > 100);                // taint: 4-5,27-28
      break;
    case 0xda:
      hit();
    }
    at += 2 + length;
  }
}
