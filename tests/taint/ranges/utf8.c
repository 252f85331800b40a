// UTF-8: a code point of one to four bytes.
// input: "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"

#include "input.h"

static unsigned decode(const unsigned char **at) {
  const unsigned char *s = *at;
  if (s[0] < 0x80) return *at += 1, s[0]; // taint: 0; 1; 3; 6
  if (s[0] < 0xe0) return *at += 2, (s[0] & 0x1f) << 6 | (s[1] & 0x3f);
  if (s[0] < 0xf0) return *at += 3, (s[0] & 0xf) << 12 | (s[1] & 0x3f) << 6 | (s[2] & 0x3f);
  return *at += 4, (s[0] & 7) << 18 | (s[1] & 0x3f) << 12 | (s[2] & 0x3f) << 6 | (s[3] & 0x3f);
}

int main(int count, char **words) {
  input(words);
  const unsigned char *at = in;
  unsigned a = decode(&at), b = decode(&at), c = decode(&at), d = decode(&at);
  ASK(a == 7); // taint: 0
  ASK(b == 7); // taint: 1-2
  ASK(c == 7); // taint: 3-5
  ASK(d == 7); // taint: 6-9
}
