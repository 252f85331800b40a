// Casts between widths, signs, numbers and pointers.
// more precise: a cast leaves bytes out
#include "harness.h"

PROGRAM(low_1_of_4) { T((u8)U32(4)); }
PROGRAM(low_2_of_4) { T((u16)U32(4)); }
PROGRAM(low_4_of_8) { T((u32)U64(4)); }
PROGRAM(low_1_of_8) { T((s8)U64(4)); }
PROGRAM(zero_extended) { T((u64)U8(4)); }
PROGRAM(zero_extended_2) { T((u64)U16(4)); }
PROGRAM(sign_extended) { T((s64)S8(4)); }
PROGRAM(sign_extended_2) { T((s32)S16(4)); }
PROGRAM(sign_extended_4) { T((s64)S32(4)); }
PROGRAM(upper_of_sign_extended) { T((u32)((s64)S32(4) >> 32)); }
PROGRAM(upper_of_zero_extended) { T((u32)((u64)U32(4) >> 32)); }
PROGRAM(there_and_back) { T((u32)(u64)U32(4)); }
PROGRAM(through_narrow) { T((u32)(u8)U32(4)); }
PROGRAM(through_signed) { T((u32)(s8)U32(4)); }
PROGRAM(truth) { T((u32) !!U32(4)); }
PROGRAM(not) { T((u32) !U16(4)); }
PROGRAM(complement) { T(~U32(4)); }
PROGRAM(to_float) { T((float)S32(4)); }
PROGRAM(to_double) { T((double)U64(4)); }
PROGRAM(from_float) { T((s32)((float)U8(4) * 2)); }
PROGRAM(from_double) { T((u16)((double)U16(4) / 3)); }
PROGRAM(to_long_double) { T((long double)U32(4)); }
PROGRAM(from_long_double) { T((u32)((long double)U16(4) + 1)); }
PROGRAM(float_to_double) { T((double)(float)U16(4)); }
PROGRAM(double_to_float) { T((float)(double)U16(4)); }
PROGRAM(float_bits) { float f = U8(4); u32 w; memcpy(&w, &f, 4); T(w); }
PROGRAM(bits_to_float) { u32 w = U32(4) & 0x7fffff | 0x3f800000; float f; memcpy(&f, &w, 4); T(f); }
PROGRAM(pointer) { u8 *at = in + (U8(4) & 7); T((u64)at & 1); }
PROGRAM(pointer_bits) { void *at = (void *)U64(4); T((u64)at); }
PROGRAM(difference) { u8 *at = in + (U8(4) & 7); T(at - in); }
PROGRAM(enumeration) { enum { A, B, C } e = (U8(4) & 1) ? B : A; T((u32)e + U8(5)); }
