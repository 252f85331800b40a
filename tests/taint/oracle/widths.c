// Loads and stores of all widths, aligned and not.
// more precise: a part of what was loaded
#include "harness.h"

static u8 out[64];
static u64 words[8];

PROGRAM(load_1) { T(U8(0)); T(U8(63)); }
PROGRAM(load_2) { T(U16(0)); T(U16(5)); }
PROGRAM(load_4) { T(U32(0)); T(U32(7)); }
PROGRAM(load_8) { T(U64(8)); T(U64(13)); }
PROGRAM(signed_1) { T(S8(3)); }
PROGRAM(signed_2) { T(S16(3)); }
PROGRAM(signed_4) { T(S32(11)); }
PROGRAM(signed_8) { T(S64(11)); }
PROGRAM(wide) { unsigned __int128 w; memcpy(&w, in + 8, 16); T((u64)w); T((u64)(w >> 64)); }
PROGRAM(bool_of) { _Bool b = U8(4); T(b); }
PROGRAM(bits_24) { unsigned _BitInt(24) b = U32(4); T((u32)b); }
PROGRAM(bits_37) { unsigned _BitInt(37) b = U64(4); T((u64)b); }
PROGRAM(stored_2_loaded_1) { u16 v = U16(20); memcpy(out, &v, 2); T(out[0]); T(out[1]); }
PROGRAM(stored_4_loaded_2) { u32 v = U32(20); memcpy(out + 3, &v, 4); u16 h; memcpy(&h, out + 4, 2); T(h); }
PROGRAM(stored_8_loaded_4) { u64 v = U64(20); memcpy(out, &v, 8); u32 h; memcpy(&h, out + 4, 4); T(h); }
PROGRAM(stored_1_loaded_4) { for (int i = 0; i < 4; i++) out[i] = U8(30 + 2 * i); u32 v; memcpy(&v, out, 4); T(v); }
PROGRAM(overlapping) { u32 a = U32(0), b = U32(8); memcpy(out, &a, 4); memcpy(out + 2, &b, 4); u32 v; memcpy(&v, out, 4); T(v); }
PROGRAM(overwritten) { words[1] = U64(0); words[1] = 5; T(words[1]); }
PROGRAM(overwritten_in_part) { words[1] = U64(0); ((u8 *)&words[1])[3] = 5; T(words[1]); }
PROGRAM(volatile_word) { volatile u32 v = U32(16); T(v); }
PROGRAM(volatile_twice) { volatile u16 v = U16(16); v = v + 1; T(v); }
PROGRAM(array_2d) { static u8 rows[4][4]; rows[2][1] = U8(9); T(rows[2][1]); T(rows[1][2]); }
PROGRAM(global) { words[3] = U64(24); words[4] = words[3]; T(words[4]); }
PROGRAM(last_and_first) { T((u32)(U8(63) + U8(0))); }
