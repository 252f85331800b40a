// Shifts and masks.
// more precise: a shift by a constant moves bytes, a mask leaves some of them out
#include "harness.h"

PROGRAM(right_8) { T(U32(4) >> 8); }
PROGRAM(right_4) { T(U32(4) >> 4); }
PROGRAM(right_31) { T(U32(4) >> 31); }
PROGRAM(right_64_40) { T(U64(8) >> 40); }
PROGRAM(arithmetic_8) { T(S32(4) >> 8); }
PROGRAM(arithmetic_31) { T(S32(4) >> 31); }
PROGRAM(arithmetic_13) { T(S64(4) >> 13); }
PROGRAM(left_8) { T(U32(4) << 8); }
PROGRAM(left_3) { T(U32(4) << 3); }
PROGRAM(left_60) { T(U64(4) << 60); }
PROGRAM(narrow_left) { T((u8)(U8(4) << 4)); }
PROGRAM(narrow_right) { T((u8)(U8(4) >> 4)); }
PROGRAM(by_tainted) { T(U32(4) >> (U8(9) & 31)); }
PROGRAM(constant_by_tainted) { T(0x12345678u << (U8(9) & 31)); }
PROGRAM(mask_low) { T(U32(4) & 0xff); }
PROGRAM(mask_high) { T(U32(4) & 0xff000000); }
PROGRAM(mask_middle) { T(U64(8) & 0xffff0000ff00); }
PROGRAM(mask_bits) { T(U32(4) & 0x00108000); }
PROGRAM(mask_all) { T(U32(4) & 0x11111111); }
PROGRAM(mask_none) { T(U32(4) & 0); }
PROGRAM(mask_tainted) { T(U32(4) & U32(12)); }
PROGRAM(or_constant) { T(U32(4) | 0xff00); }
PROGRAM(or_all) { T(U16(4) | 0xffff); }
PROGRAM(xor_constant) { T(U32(4) ^ 0xff00ff); }
PROGRAM(xor_same) { u32 a = U32(4); T(a ^ a); }
PROGRAM(field) { T(U32(4) >> 8 & 0xff); }
PROGRAM(field_between) { T(U32(4) >> 12 & 0xff); }
PROGRAM(assembled) { T((u32)(U8(0) | U8(3) << 8 | U8(6) << 16)); }
PROGRAM(assembled_by_sums) { T((u32)(U8(0) + (U8(3) << 8) + (U8(6) << 16))); }
PROGRAM(assembled_and_taken) { u32 w = (u32)U8(0) << 24 | U8(3) << 16 | U8(6) << 8 | U8(9); T(w >> 16); T(w & 0xffff); }
PROGRAM(both_ways) { T(U32(4) << 8 >> 16); }
PROGRAM(sign_of_field) { T((s32)(U32(4) << 16) >> 16); }
PROGRAM(inserted) { T((U32(4) & ~0xff00u) | (u32)U8(20) << 8); }
PROGRAM(wide) { unsigned __int128 w = (unsigned __int128)U64(0) << 64 | U64(8); T((u64)(w >> 32)); T((u64)(w >> 64)); }
