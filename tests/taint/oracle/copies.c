// memcpy and its family, of all sizes.
// DFSan misses: where a copy of a few bytes comes from, which is a load here
#include "harness.h"

static u8 a[64], b[64];
static volatile u8 clean = 9;
struct block { u8 bytes[40]; };

#define COPIED(size)                                                                                                   \
  PROGRAM(copied_##size) { memcpy(a, in + 3, size); T(a[0]); T(a[size - 1]); }
COPIED(1)
COPIED(2)
COPIED(3)
COPIED(5)
COPIED(8)
COPIED(15)
COPIED(16)
COPIED(17)
COPIED(33)
COPIED(61)
PROGRAM(copied_none) { a[0] = U8(0); memcpy(a, in + 3, 0); T(a[0]); }
PROGRAM(copied_so_many) { memset(a, 0, 64); volatile int n = 10; memcpy(a, in + 3, n); T(a[9]); T(a[10]); }
PROGRAM(copied_tainted_length) { memset(a, 0, 64); memcpy(a, in + 3, U8(0) & 15); T(a[0]); }
PROGRAM(moved_up) { memcpy(a, in, 64); memmove(a + 3, a, 20); T(a[2]); T(a[3]); T(a[22]); T(a[23]); }
PROGRAM(moved_down) { memcpy(a, in, 64); memmove(a, a + 3, 20); T(a[0]); T(a[19]); T(a[20]); }
PROGRAM(set_clean) { memcpy(a, in, 64); memset(a + 4, 0, 8); T(a[3]); T(a[4]); T(a[11]); T(a[12]); }
PROGRAM(set_tainted) { memset(a, 0, 64); memset(a + 4, U8(9), 8); T(a[3]); T(a[4]); T(a[11]); T(a[12]); }
PROGRAM(set_volatile) { memcpy(a, in, 64); volatile int n = 30; memset(a, clean, n); T(a[29]); T(a[30]); }
PROGRAM(twice) { memcpy(a, in, 32); memcpy(b, a + 8, 16); T(b[0]); T(b[15]); }
PROGRAM(overwritten) { memcpy(a, in, 32); memcpy(a, b + 40, 8); T(a[8]); }
PROGRAM(blocks) { struct block x, y; memcpy(&x, in, 40); y = x; T(y.bytes[39]); T(y.bytes[0]); }
PROGRAM(block_by_pointer) { struct block x, y, *p = &x, *q = &y; memcpy(p, in + 20, 40); *q = *p; T(q->bytes[7]); }
PROGRAM(from_tainted_place) { memcpy(a, in + (U8(0) & 7), 4); T(a[1]); }
PROGRAM(words) { u32 w[4]; memcpy(w, in + 1, 16); T(w[0]); T(w[3]); }
PROGRAM(by_hand) { for (int i = 0; i < 20; i++) a[i] = in[i + 5]; T(a[19]); }
PROGRAM(built_in) { __builtin_memcpy_inline(a, in + 9, 24); T(a[23]); }
