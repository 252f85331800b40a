// Both halves of an input are changed before they are compared with each other.
// rung: halves
// solution: 6b6e545594a065685d64c498c39831ef1719d19ed4d0efe9
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  unsigned char left[12], right[12];
  for (int i = 0; i < 12; i++) {
    left[i] = (unsigned char)(in[11 - i] + 1) ^ 0x5a;
    right[i] = (unsigned char)(in[12 + i] + i * 7);
  }
  if (memcmp(left, right, 12) == 0 && left[3] != left[4]) solved();
}
