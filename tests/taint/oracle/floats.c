// Floating-point numbers.
// more precise: bytes of what is loaded as an integer and masked
#include "harness.h"

static float floats(int at) { return U8(at) * 0.5f; }
static double real(int at) { return U16(at) * 0.25; }
static double stored[4];

PROGRAM(loaded) { float f; memcpy(&f, in + 4, 4); T(f); }
PROGRAM(loaded_double) { double f; memcpy(&f, in + 8, 8); T(f); }
PROGRAM(loaded_long_double) { long double f; memcpy(&f, in + 16, 10); T(f); }
PROGRAM(sum) { T(floats(0) + floats(4)); }
PROGRAM(difference) { T(real(0) - real(4)); }
PROGRAM(product) { T(real(0) * 3); }
PROGRAM(quotient) { T(real(0) / (real(4) + 1)); }
PROGRAM(negated) { T(-floats(0)); }
PROGRAM(absolute) { T(__builtin_fabs(real(0))); }
PROGRAM(absolute_float) { T(__builtin_fabsf(floats(0))); }
PROGRAM(sign_copied) { T(__builtin_copysign(real(0), real(4))); }
PROGRAM(floor_of) { T(__builtin_floor(real(0))); }
PROGRAM(truncated) { T(__builtin_trunc(real(0))); }
PROGRAM(fused) { T(__builtin_fma(real(0), real(4), real(8))); }
PROGRAM(smaller) { T(__builtin_fmin(real(0), real(4))); }
PROGRAM(larger) { T(__builtin_fmaxf(floats(0), floats(4))); }
PROGRAM(compared) { T((u32)(real(0) < real(4))); }
PROGRAM(unordered) { T((u32)__builtin_isunordered(real(0), real(4))); }
PROGRAM(not_a_number) { double f; memcpy(&f, in + 8, 8); T((u32)(f != f)); }
PROGRAM(in_memory) { stored[2] = real(0); stored[3] = stored[2] * 2; T(stored[3]); T(stored[1]); }
PROGRAM(exponent) { double f = real(0); u64 w; memcpy(&w, &f, 8); T(w >> 52 & 0x7ff); }
PROGRAM(polynomial) { double x = real(0), y = 0; for (int i = 0; i < 4; i++) y = y * x + in[8 + i]; T(y); }
PROGRAM(mean) { float s = 0; for (int i = 0; i < 6; i++) s += in[i]; T(s / 6); }
PROGRAM(long_sum) { T((long double)U32(0) + (long double)U16(8)); }
PROGRAM(long_in_memory) { long double v[2]; v[1] = (long double)U32(0); T(v[1] * 3); }
PROGRAM(narrowed) { T((float)(real(0) * real(4))); }
PROGRAM(complex_product) { _Complex double a = real(0) + 1.0i * real(4), b = real(8) + 2.0i; T(__real__(a * b)); T(__imag__ a); }
