// Doubles: a product and a sum.
// rung: product
// solution: 00000000004a934000000000005053c0
#include "../ladder/ladder.h"

static inline double real(const unsigned char *p) {
  double value;
  memcpy(&value, p, sizeof value);
  return value;
}

void climb(const unsigned char *in) {
  double a = real(in), b = real(in + 8);
  if (a * b > -95365.126 && a * b < -95365.124)
    if (a + b > 1157.24 && a + b < 1157.26)
      solved();
}
