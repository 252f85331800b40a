// A loop adds up what it reads: all bytes, then each times its place.
// rung: checksum
// solution: bf617bc6a727975fc62d483c7f985f81ab3ab25f23578867
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  unsigned plain = 0, weighted = 0;
  for (int i = 0; i < 24; i++) {
    plain += in[i];
    weighted += in[i] * (i + 1);
  }
  if (plain == 2802)
    if (weighted == 32926)
      solved();
}
