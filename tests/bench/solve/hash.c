// A hash of the input equals a constant.
// rung: hash
// solution: 6b77796a69626f21
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  uint32_t hash = 0x811c9dc5;
  for (int i = 0; i < 8; i++) hash = (hash ^ in[i]) * 0x01000193;
  if (hash == 0xf575fbe7) solved();
}
