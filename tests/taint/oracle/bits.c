// Operations on bits that have instructions of their own.
// more precise: bytes that are exchanged or rotated as a whole
#include "harness.h"

PROGRAM(swap_16) { T(__builtin_bswap16(U16(4))); }
PROGRAM(swap_32) { T(__builtin_bswap32(U32(4))); }
PROGRAM(swap_32_low) { T((u8)__builtin_bswap32(U32(4))); }
PROGRAM(swap_64_high) { T(__builtin_bswap64(U64(4)) >> 56); }
PROGRAM(swapped_by_hand) { u32 v = U32(4); T((v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24) & 0xffff); }
PROGRAM(rotate_8) { T(__builtin_rotateleft32(U32(4), 8)); }
PROGRAM(rotate_8_low) { T((u8)__builtin_rotateleft32(U32(4), 8)); }
PROGRAM(rotate_5_low) { T((u8)__builtin_rotateleft32(U32(4), 5)); }
PROGRAM(rotate_right) { T((u16)__builtin_rotateright64(U64(4), 24)); }
PROGRAM(rotate_narrow) { T(__builtin_rotateleft8(U8(4), 3)); }
PROGRAM(rotate_by_hand) { u32 v = U32(4); T((u8)(v << 8 | v >> 24)); }
PROGRAM(rotate_tainted) { u32 v = U32(4), n = U8(9) & 31; T(v << n | v >> (-n & 31)); }
PROGRAM(funnel) { u32 a = U32(4), b = U32(12); T((a << 8 | b >> 24) & 0xff); }
PROGRAM(population) { T(__builtin_popcount(U32(4))); }
PROGRAM(population_64) { T(__builtin_popcountll(U64(4))); }
PROGRAM(leading) { T(__builtin_clz(U32(4) | 1)); }
PROGRAM(trailing) { T(__builtin_ctz(U32(4) | 0x80000000)); }
PROGRAM(first_set) { T(__builtin_ffs(U32(4))); }
PROGRAM(parity) { T(__builtin_parity(U32(4))); }
PROGRAM(reversed) { T(__builtin_bitreverse32(U32(4))); }
PROGRAM(reversed_8) { T(__builtin_bitreverse8(U8(4))); }
PROGRAM(overflowing) { u32 r; int o = __builtin_add_overflow(U32(0), U32(8), &r); T(r); T(o); }
PROGRAM(overflowing_product) { s64 r; int o = __builtin_mul_overflow(S64(0), S64(8), &r); T(r); T(o); }
PROGRAM(carried) { u32 c; u32 r = __builtin_addc(U32(0), U32(8), 1, &c); T(r); T(c); }
PROGRAM(saturated) { T(__builtin_elementwise_add_sat(U8(0), U8(1))); }
PROGRAM(absolute) { T(__builtin_elementwise_abs(S32(0))); }
PROGRAM(divided) { T(U32(0) / (U8(8) | 1)); T(U32(0) % (U8(9) | 1)); T(S32(0) / 7); T(U32(0) % 8); }
PROGRAM(negated) { T(-U32(4)); }
PROGRAM(high_product) { T((u64)((unsigned __int128)U64(0) * U64(8) >> 64)); }
