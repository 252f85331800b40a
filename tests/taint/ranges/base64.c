// Base64: three bytes out of four, each of two of them.
// input: "Zm9vYmFy"

#include "input.h"

static int value(int c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = memchr(digits, c, 64);
  return at ? (int)(at - digits) : -1;
}

static int quick(int c) {
  static signed char table[256];
  if (!table['B'])
    for (int i = 0; i < 26; i++) table['A' + i] = i, table['a' + i] = 26 + i;
  return c >= '0' && c <= '9' ? c - '0' + 52 : table[c]; // taint[index]: 0; 1; 3; 4; 5; 6; 7
}

int main(int count, char **words) {
  input(words);
  unsigned char out[6], fast[6];
  for (int i = 0, o = 0; i < 8; i += 4, o += 3) {
    int a = value(in[i]), b = value(in[i + 1]), c = value(in[i + 2]), d = value(in[i + 3]);
    out[o] = a << 2 | b >> 4, out[o + 1] = b << 4 | c >> 2, out[o + 2] = c << 6 | d;
    a = quick(in[i]), b = quick(in[i + 1]), c = quick(in[i + 2]), d = quick(in[i + 3]);
    fast[o] = a << 2 | b >> 4, fast[o + 1] = b << 4 | c >> 2, fast[o + 2] = c << 6 | d;
  }
  ASK(out[0] == 'x');  // taint: 0-1
  ASK(out[1] == 'x');  // taint: 1-2
  ASK(out[2] == 'x');  // taint: 2-3
  ASK(out[3] == 'x');  // taint: 4-5
  ASK(out[5] == 'x');  // taint: 6-7
  ASK(fast[0] == 'x'); // taint: 0-1
  ASK(fast[4] == 'x'); // taint: 5-6
  ASK(memcmp(fast, "foobar", 6)); // taint[call]: 0-7
}
