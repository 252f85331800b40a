// A switch over a computed value, inside another.
// rung: switch
// solution: e1103700e7031879
#include "../ladder/ladder.h"

READERS(uint16_t)

static int second(uint32_t value) {
  switch (value) {
  case 17: sink = 1; return 0;
  case 70001: sink = 2; return 0;
  case 33997: return 1;
  case 900001: sink = 3; return 0;
  }
  return 0;
}

void climb(const unsigned char *in) {
  switch (native_uint16_t(in) * 7u + native_uint16_t(in + 2)) {
  case 12: sink = 4; break;
  case 100003: sink = 5; break;
  case 30302:
    if (second(native_uint16_t(in + 4) * 3u + native_uint16_t(in + 6))) solved();
    break;
  case 400009: sink = 6; break;
  }
}
