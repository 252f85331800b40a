// Loops over the input.
// more precise: bytes of what loops assemble
// DFSan misses: how often a loop runs, where a product stands for it
#include "harness.h"

PROGRAM(sum) { u32 s = 0; for (int i = 0; i < 10; i++) s += in[i]; T(s); }
PROGRAM(sum_so_far) { u32 s = 0; for (int i = 0; i < 4; i++) { s += in[i]; T(s); } }
PROGRAM(product) { u64 p = 1; for (int i = 0; i < 8; i++) p *= in[i] | 1; T(p); }
PROGRAM(last_one) { u8 l = 0; for (int i = 0; i < 10; i++) l = in[i]; T(l); }
PROGRAM(every_other) { u32 s = 0; for (int i = 0; i < 16; i += 2) s ^= in[i]; T(s); }
PROGRAM(hash) { u32 h = 5381; for (int i = 0; i < 12; i++) h = h * 33 ^ in[i]; T(h); }
PROGRAM(checksum) { u32 a = 1, b = 0; for (int i = 0; i < 12; i++) a = (a + in[i]) % 65521, b = (b + a) % 65521; T(b << 16 | a); }
PROGRAM(crc) { u32 c = ~0u; for (int i = 0; i < 4; i++) { c ^= in[i]; for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320 & -(c & 1)); } T(~c); }
PROGRAM(counted_by_input) { u32 s = 0; for (int i = 0; i < (in[0] & 7); i++) s += 3; T(s); }
PROGRAM(counted_and_summed) { u32 s = 0; for (int i = 0; i < (in[0] & 7); i++) s += in[i + 1]; T(s); }
PROGRAM(countdown) { u32 n = U8(0) & 7, s = 0; while (n) s += n--; T(s); T(n); }
PROGRAM(until) { int i = 0; while (i < 20 && in[i] < 200) i++; T(i); T(in[i]); }
PROGRAM(do_while) { u32 v = U32(4); do v >>= 3; while (v > 1000); T(v); }
PROGRAM(digits) { u32 v = 0; for (int i = 0; i < 4; i++) v = v * 10 + in[i] % 10; T(v); }
PROGRAM(assembled) { u32 v = 0; for (int i = 0; i < 4; i++) v |= (u32)in[i] << 8 * i; T(v); }
PROGRAM(assembled_high_first) { u32 v = 0; for (int i = 0; i < 4; i++) v = v << 8 | in[i]; T(v); T(v & 0xff); }
PROGRAM(variable_length) { u32 v = 0; int shift = 0; for (int i = 0; i < 5; i++) { v |= (u32)(in[i] & 127) << shift; shift += 7; if (!(in[i] & 128)) break; } T(v); }
PROGRAM(fibonacci) { u32 a = in[0], b = in[1]; for (int i = 0; i < 6; i++) { u32 t = a + b; a = b; b = t; } T(a); T(b); }
PROGRAM(rotating) { u8 a = in[0], b = in[1], c = in[2]; for (int i = 0; i < 4; i++) { u8 t = a; a = b; b = c; c = t; } T(a); T(b); T(c); }
PROGRAM(reversed) { u8 r[8]; for (int i = 0; i < 8; i++) r[i] = in[7 - i]; T(r[0]); T(r[6]); }
PROGRAM(largest) { u8 m = 0; for (int i = 0; i < 8; i++) if (in[i] > m) m = in[i]; T(m); }
PROGRAM(largest_place) { int m = 0; for (int i = 1; i < 8; i++) if (in[i] > in[m]) m = i; T(m); }
PROGRAM(sorted) { u8 s[6]; memcpy(s, in, 6); for (int i = 0; i < 6; i++) for (int k = i + 1; k < 6; k++) if (s[k] < s[i]) { u8 t = s[i]; s[i] = s[k]; s[k] = t; } T(s[0]); T(s[5]); }
PROGRAM(matrix) { u32 r[4] = {0}; for (int i = 0; i < 2; i++) for (int k = 0; k < 2; k++) for (int n = 0; n < 2; n++) r[2 * i + k] += in[2 * i + n] * in[8 + 2 * n + k]; T(r[0]); T(r[3]); }
PROGRAM(prefix) { u32 p[5] = {0}; for (int i = 0; i < 4; i++) p[i + 1] = p[i] + in[i]; T(p[4]); T(p[2]); }
