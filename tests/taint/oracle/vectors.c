// Vectors: elements keep their labels apart.
// more precise: elements have labels of their own
#include "harness.h"

typedef u8 v16 __attribute__((vector_size(16)));
typedef u16 h8 __attribute__((vector_size(16)));
typedef u32 w4 __attribute__((vector_size(16)));
typedef s32 i4 __attribute__((vector_size(16)));
typedef u64 d2 __attribute__((vector_size(16)));
typedef u32 w8 __attribute__((vector_size(32)));
typedef float f4 __attribute__((vector_size(16)));
typedef double g2 __attribute__((vector_size(16)));
LOADED(V16, v16)
LOADED(H8, h8)
LOADED(W4, w4)
LOADED(I4, i4)
LOADED(D2, d2)
LOADED(W8, w8)

static w4 kept;
NOINLINE static w4 added(w4 a, w4 b) { return a + b; }

PROGRAM(bytes) { v16 a = V16(8); T(a[0]); T(a[15]); }
PROGRAM(words) { w4 a = W4(8); T(a[1]); }
PROGRAM(halves) { h8 a = H8(8); T(a[5]); }
PROGRAM(long_words) { d2 a = D2(8); T(a[1]); }
PROGRAM(wide) { w8 a = W8(8); T(a[7]); }
PROGRAM(sum) { w4 a = W4(0) + W4(16); T(a[2]); }
PROGRAM(product) { w4 a = W4(0) * W4(16); T(a[3]); }
PROGRAM(byte_sum) { v16 a = V16(0) + V16(16); T(a[9]); }
PROGRAM(shifted) { w4 a = W4(0) >> 8; T(a[0]); }
PROGRAM(shifted_by_each) { w4 a = W4(0) >> (W4(16) & 31); T(a[1]); }
PROGRAM(masked) { w4 a = W4(0) & (w4){0xff, 0xff00, 0, 7}; T(a[0]); T(a[1]); T(a[2]); }
PROGRAM(xored) { d2 a = D2(0) ^ D2(16); T(a[0]); }
PROGRAM(compared) { i4 a = I4(0) > I4(16); T(a[1]); }
PROGRAM(selected) { i4 m = I4(0) > 0; i4 a = (I4(16) & m) | (I4(32) & ~m); T(a[1]); }
PROGRAM(shuffled) { w4 a = W4(0); a = __builtin_shufflevector(a, a, 3, 2, 1, 0); T(a[0]); }
PROGRAM(shuffled_two) { w4 a = __builtin_shufflevector(W4(0), W4(16), 0, 4, 1, 5); T(a[1]); T(a[2]); }
PROGRAM(shuffled_bytes) { v16 a = V16(0); a = __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); T(a[1]); }
PROGRAM(inserted) { w4 a = {1, 2, 3, 4}; a[2] = U32(8); T(a[1]); T(a[2]); }
PROGRAM(made) { w4 a = {U32(0), U32(4), U32(8), U32(12)}; T(a[3]); }
PROGRAM(splat) { w4 a = (w4){} + U32(8); T(a[3]); }
PROGRAM(seen_as_bytes) { v16 a = (v16)W4(0); T(a[6]); }
PROGRAM(seen_as_words) { w4 a = (w4)V16(0); T(a[2]); }
PROGRAM(seen_as_long_words) { d2 a = (d2)W4(0); T(a[1]); }
PROGRAM(converted) { f4 a = __builtin_convertvector(W4(0), f4); T(a[2]); }
PROGRAM(narrowed) { typedef u16 h4 __attribute__((vector_size(8))); h4 a = __builtin_convertvector(W4(0), h4); T(a[2]); }
PROGRAM(widened) { typedef u64 d4 __attribute__((vector_size(32))); d4 a = __builtin_convertvector(W4(0), d4); T(a[2]); }
PROGRAM(in_memory) { kept = W4(8); T(kept[1]); }
PROGRAM(passed) { w4 a = added(W4(0), W4(16)); T(a[0]); }
PROGRAM(reduced) { T(__builtin_reduce_add(W4(0))); T(__builtin_reduce_max(W4(0))); }
PROGRAM(by_variable_index) { w4 a = W4(0); volatile int i = 2; T(a[i]); }
PROGRAM(by_tainted_index) { w4 a = W4(0); T(a[U8(20) & 3]); }
PROGRAM(real) { g2 a = {U16(0), U16(2)}; a = a * a; T(a[1]); }
