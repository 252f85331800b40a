// What is chosen, by branches and without.
// more precise: what is chosen by a branch has the labels of its own alone; so has the smaller of two
#include "harness.h"

NOINLINE static u32 bigger(u32 a, u32 b) { return a > b ? a : b; }

PROGRAM(chosen) { u32 a = U32(0), b = U32(4); T(U8(8) & 1 ? a : b); }
PROGRAM(chosen_constants) { T(U8(8) & 1 ? 5 : 9); }
PROGRAM(chosen_one_constant) { T(U8(8) & 1 ? U32(0) : 9u); }
PROGRAM(chosen_by_clean) { volatile int c = 1; T(c ? U32(0) : U32(4)); }
PROGRAM(minimum) { u32 a = U32(0), b = U32(4); T(a < b ? a : b); }
PROGRAM(maximum) { s32 a = S32(0), b = S32(4); T(a > b ? a : b); }
PROGRAM(clamped) { int a = U8(0); T(a > 100 ? 100 : a); }
PROGRAM(absolute) { s32 a = S32(0); T(a < 0 ? -a : a); }
PROGRAM(sign) { s32 a = S32(0); T((a > 0) - (a < 0)); }
PROGRAM(if_else) { u32 r; if (U8(8) & 1) r = U32(0); else r = U32(4); T(r); }
PROGRAM(if_only) { u32 r = U32(4); if (U8(8) & 1) r = U32(0); T(r); }
PROGRAM(if_constants) { u32 r = 3; if (U8(8) & 1) r = 4; T(r); }
PROGRAM(nested) { u32 r = U8(8) & 1 ? (U8(9) & 1 ? U32(0) : U32(12)) : (U8(10) & 1 ? U32(16) : U32(20)); T(r); }
PROGRAM(merged_bytes) { u32 r = U8(8) & 1 ? U32(0) : U32(4); T(r >> 8 & 0xff); }
PROGRAM(and_also) { T((u32)(U8(1) > 3 && U8(2) > 3)); }
PROGRAM(or_else) { T((u32)(U8(1) > 3 || U8(2) > 3)); }
PROGRAM(bitwise_conditions) { T((u32)((U8(1) > 3) & (U8(2) > 3))); }
PROGRAM(compare_as_number) { T((u32)(U8(1) < U8(2)) + 5); }
PROGRAM(masked_choice) { u32 m = -(u32)(U8(8) & 1); T((U32(0) & m) | (U32(4) & ~m)); }
PROGRAM(swapped) { u32 a = U32(0), b = U32(4); if (U8(8) & 1) { u32 t = a; a = b; b = t; } T(a); T(b); }
PROGRAM(pointer_chosen) { u8 *at = U8(8) & 1 ? in + 20 : in + 30; T(*at); }
PROGRAM(called) { T(bigger(U32(0), U32(4))); }
PROGRAM(of_structs) { struct { u32 a, b; } x = {U32(0), U32(4)}, y = {U32(12), U32(16)}, z = U8(8) & 1 ? x : y; T(z.a); T(z.b); }
PROGRAM(ladder) { u8 c = U8(0); T(c < 10 ? 1 : c < 100 ? 2 : c < 200 ? 3 : 4); }
