// A temperature in other units: floats in narrow windows.
// rung: celsius
// solution: 1ec7684354749a42
#include "../ladder/ladder.h"

static inline float real(const unsigned char *p) {
  float value;
  memcpy(&value, p, sizeof value);
  return value;
}

void climb(const unsigned char *in) {
  float celsius = real(in), other = real(in + 4);
  float fahrenheit = celsius * 9 / 5 + 32;
  if (fahrenheit > 450.99f && fahrenheit < 451.01f)
    if (celsius + other > 310.0f && celsius + other < 310.01f)
      solved();
}
