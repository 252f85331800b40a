// Doubles: a product and a quotient in narrow windows.
// rung: product
// solution: 00000000004a934000000000005053c00000003c534c20420000000000889340
#include "../ladder/ladder.h"

static inline double real(const unsigned char *p) {
  double value;
  memcpy(&value, p, sizeof value);
  return value;
}

void climb(const unsigned char *in) {
  double a = real(in), b = real(in + 8), c = real(in + 16), d = real(in + 24);
  if (a * b > -95365.126 && a * b < -95365.124)
    if (c / d > 27999999.0 && c / d < 28000001.0)
      solved();
}
