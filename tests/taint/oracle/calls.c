// Calls: direct, by pointer, recursive, with many arguments.
// more precise: members that share a register, and bytes of arguments
#include "harness.h"

static u64 kept;
static u32 calls;
typedef u32 operation(u32, u32);

NOINLINE static u32 add(u32 a, u32 b) { return a + b; }
NOINLINE static u32 first(u32 a, u32 b) { return a; }
NOINLINE static u32 last(u32 a, u32 b) { return b; }
NOINLINE static u8 low(u32 a) { return a; }
NOINLINE static u32 nothing(u32 a) { return 7; }
NOINLINE static void keep(u64 a) { kept = a; }
NOINLINE static u64 factorial(u64 n) { return n < 2 ? n : n * factorial(n - 1); }
NOINLINE static u32 sum(int from, int to) { return from == to ? 0 : in[from] + sum(from + 1, to); }
NOINLINE static int odd(u32 n);
NOINLINE static int even(u32 n) { return n == 0 ? 1 : odd(n - 1); }
NOINLINE static int odd(u32 n) { return n == 0 ? 0 : even(n - 1); }
NOINLINE static u64 many(u8 a, u16 b, u32 c, u64 d, u8 e, u16 f, u32 g, u64 h, u8 i) { return i * 3ull + g; }
NOINLINE static double mixed(u8 a, double b, u32 c, float d) { return b + d; }
NOINLINE static float real(float a, float b) { return b; }
NOINLINE static void put(u32 *to, u32 value) { *to = value; }
NOINLINE static u32 get(const u32 *from) { return *from; }
NOINLINE static u32 apply(operation *f, u32 a, u32 b) { return f(a, b); }
NOINLINE static unsigned __int128 doubled(unsigned __int128 a) { return a + a; }
NOINLINE static u8 *at(int index) { return in + index; }
static inline u32 inlined(u32 a) { return a * 5; }
static operation *const operations[] = {add, first, last, add};

PROGRAM(added) { T(add(U32(0), U32(8))); }
PROGRAM(one_of_two) { T(first(U32(0), U32(8))); T(last(U32(0), U32(8))); }
PROGRAM(truncated) { T(low(U32(4))); }
PROGRAM(constant) { T(nothing(U32(4))); }
PROGRAM(kept_aside) { keep(U64(8)); T(kept); }
PROGRAM(stale_arguments) { keep(U64(8)); T(first(5, 6)); T(nothing(3)); }
PROGRAM(stale_result) { add(U32(0), U32(8)); T(nothing(U32(4))); }
PROGRAM(recursion) { T(factorial(U8(3) & 7)); }
PROGRAM(recursive_sum) { T(sum(3, 9)); }
PROGRAM(two_recursive) { T(even(U8(3) & 15)); }
PROGRAM(many_arguments) { T(many(U8(0), U16(2), U32(4), U64(8), U8(16), U16(18), U32(20), U64(24), U8(32))); }
PROGRAM(mixed_arguments) { T(mixed(U8(0), U16(2), U32(4), U16(8))); }
PROGRAM(real_arguments) { T(real(U8(0), U8(1))); }
PROGRAM(result_by_pointer) { u32 v = 0; put(&v, U32(4)); T(v); }
PROGRAM(argument_by_pointer) { u32 v = U32(4); T(get(&v)); }
PROGRAM(by_pointer) { operation *volatile f = add; T(f(U32(0), U32(8))); }
PROGRAM(callback) { T(apply(last, U32(0), U32(8))); T(apply(first, U32(0), U32(8))); }
PROGRAM(table_of_functions) { T(operations[1](U32(0), U32(8))); }
PROGRAM(by_tainted_index) { T(operations[U8(12) & 3](U32(0), U32(8))); }
PROGRAM(wide_argument) { unsigned __int128 w = doubled((unsigned __int128)U64(0) << 64 | U64(8)); T((u64)(w >> 64)); }
PROGRAM(pointer_result) { T(*at(5)); T(*at(U8(0) & 7)); }
PROGRAM(inlined_away) { T(inlined(U32(4))); }
PROGRAM(nested_calls) { T(add(first(U32(0), U32(8)), last(U32(16), U32(24)))); }
PROGRAM(in_a_loop) { u32 v = 0; for (int i = 0; i < 4; i++) v = add(v, in[i * 3]); T(v); }
PROGRAM(counted) { calls = 0; for (int i = 0; i < 3; i++) calls += nothing(in[i]); T(calls); }
