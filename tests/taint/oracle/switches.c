// switch, goto and tables of labels: what is chosen by them has its own labels alone.
// more precise: what a table of constants is looked up for
#include "harness.h"

static u32 weight(u8 c) {
  switch (c) {
  case 0 ... 63: return 1;
  case 64 ... 127: return 2;
  case 200: return 3;
  default: return 4;
  }
}
NOINLINE static u32 rank(u8 c) {
  switch (c & 7) {
  case 0: return 10;
  case 1: return 21;
  case 2: return 35;
  case 3: return 40;
  case 4: return 58;
  case 5: return 61;
  case 6: return 77;
  default: return 80;
  }
}

PROGRAM(value) { u32 r; switch (U8(0) & 3) { case 0: r = U8(1); break; case 1: r = U8(2); break; default: r = U8(3); } T(r); }
PROGRAM(constants) { u32 r = 0; switch (U8(0) & 3) { case 0: r = 5; break; case 1: r = 9; break; case 2: r = 11; } T(r); }
PROGRAM(through) { u32 r = 0; switch (U8(0) & 3) { case 0: r += U8(1); case 1: r += U8(2); case 2: r += U8(3); default: r += U8(4); } T(r); }
PROGRAM(returned) { T(weight(U8(0))); }
PROGRAM(table) { T(rank(U8(0))); }
PROGRAM(table_and_more) { T(rank(U8(0)) + U8(1)); }
PROGRAM(operator) { u32 a = U32(4), b = U32(8), r; switch (U8(0) & 3) { case 0: r = a + b; break; case 1: r = a - b; break; case 2: r = a * b; break; default: r = a; } T(r); }
PROGRAM(wide) { u32 r = 1; switch (U64(0)) { case 5: r = 2; break; case 1ull << 40: r = 3; } T(r + U8(9)); }
PROGRAM(signed_case) { u32 r; switch (S8(0)) { case -1: r = U8(1); break; case 1: r = U8(2); break; default: r = U8(3); } T(r); }
PROGRAM(nested) { u32 r = 0; switch (U8(0) & 1) { case 0: switch (U8(1) & 1) { case 0: r = U8(2); break; case 1: r = U8(3); } break; case 1: r = U8(4); } T(r); }
PROGRAM(in_a_loop) { u32 s = 0; for (int i = 0; i < 8; i++) switch (in[i] & 3) { case 0: s += in[i]; break; case 1: s ^= 5; break; case 2: continue; default: s *= 3; } T(s); }
PROGRAM(machine) { int state = 0; u32 v = 0; for (int i = 0; i < 12; i++) switch (state) { case 0: v += in[i]; state = in[i] & 1; break; case 1: v = v * 2; state = in[i] & 2; break; case 2: v ^= in[i]; state = 0; } T(v); }
PROGRAM(jumps) { u32 r = 0; if (U8(0) & 1) goto other; r = U8(1); goto end; other: r = U8(2); end: T(r); }
PROGRAM(back) { u32 i = 0, s = 0; again: s += in[i]; if (++i < 5) goto again; T(s); }
PROGRAM(labels) { static void *const to[] = {&&a, &&b, &&c, &&a}; u32 r = 0; goto *to[U8(0) & 3]; a: r += U8(1); b: r += U8(2); c: r += U8(3); T(r); }
PROGRAM(bytecode) { u32 a = 0; for (int i = 0; i < 16; i += 2) switch (in[i] & 3) { case 0: a = in[i + 1]; break; case 1: a += in[i + 1]; break; case 2: a <<= 1; break; case 3: a ^= 0x55; } T(a); }
PROGRAM(range) { u32 r = 9; switch (U16(0)) { case 0 ... 999: r = U8(4); break; case 1000 ... 30000: r = U8(5); break; default: r = U8(6); } T(r); }
PROGRAM(only_default) { u32 r; switch (U8(0)) { default: r = U8(1); } T(r); }
PROGRAM(of_sum) { u32 r; switch ((U8(0) + U8(1)) & 1) { case 0: r = U8(2); break; default: r = U8(3); } T(r); }
PROGRAM(enumerated) { enum { A, B, C } e = A; switch (U8(0) & 3) { case 1: e = B; break; case 2: e = C; } T((u32)e); }
PROGRAM(after) { u32 r = U8(5); switch (U8(0)) { case 1: r++; break; case 2: r--; } T(r); }
