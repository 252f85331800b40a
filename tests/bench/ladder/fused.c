// Conditions joined by `&`: a compiler makes one of them.
// rung: fused
// solution: 3782e90f96a1a23a1f8b256c9111b78db32fcc4d
#include "ladder.h"

READERS(uint32_t)

#define AT(n) native_uint32_t(in + 4 * (n))

void climb(const unsigned char *in) {
  if ((AT(0) == 0x0fe98237) & (AT(1) == 0x3aa2a196) & (AT(2) == 0x6c258b1f) & (AT(3) == 0x8db71191) &
      (AT(4) == 0x4dcc2fb3))
    solved();
}
