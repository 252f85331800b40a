// A loop adds up what it reads: the bytes of one half, and those of the other times their places.
// rung: checksum
// solution: bf617bc6a727975fc62d483c7f985f81ab3ab25f23578867
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  unsigned plain = 0, weighted = 0;
  for (int i = 0; i < 12; i++) {
    plain += in[i];
    weighted += in[12 + i] * (i + 1);
  }
  if (plain == 1436)
    if (weighted == 8358)
      solved();
}
