// Plain constants: four bytes, eight, and a string.
// rung: magic
// solution: 0df0ad8befbefecacefaedfe4948445267414d41
#include "../ladder/ladder.h"

READERS(uint32_t)

READERS(uint64_t)

void climb(const unsigned char *in) {
  if (native_uint32_t(in) == 0x8badf00d)
    if (native_uint64_t(in + 4) == 0xfeedfacecafebeef)
      if (memcmp(in + 12, "IHDRgAMA", 8) == 0)
        solved();
}
