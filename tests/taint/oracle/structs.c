// Structures and arrays by value.
// more precise: members that share a register
// DFSan misses: structures that are passed in memory
#include "harness.h"

struct two { u32 a, b; };
struct small { u8 a, b, c; };
struct padded { u8 a; u32 b; u16 c; };
struct three { u64 a, b, c; };
struct nested { struct two first; struct small second; };
struct real { double a; float b; };
struct both { double a; u64 b; };
struct row { u8 bytes[24]; };
struct bits { u32 a : 3, b : 13, c : 16; };
struct flat { u64 a : 40, b : 24; };
union view { u32 word; u16 halves[2]; u8 bytes[4]; float real; };

NOINLINE static struct two make_two(u32 a, u32 b) { return (struct two){a, b}; }
NOINLINE static struct small make_small(u8 a, u8 b, u8 c) { return (struct small){a, b, c}; }
NOINLINE static struct three make_three(u64 a, u64 b, u64 c) { return (struct three){a, b, c}; }
NOINLINE static struct both make_both(double a, u64 b) { return (struct both){a, b}; }
NOINLINE static u32 second(struct two v) { return v.b; }
NOINLINE static u8 third(struct small v) { return v.c; }
NOINLINE static u64 middle(struct three v) { return v.b; }
NOINLINE static double first(struct both v) { return v.a; }
NOINLINE static struct row turned(struct row r) { for (int i = 0; i < 12; i++) { u8 t = r.bytes[i]; r.bytes[i] = r.bytes[23 - i]; r.bytes[23 - i] = t; } return r; }

PROGRAM(assigned) { struct two x = {U32(0), U32(4)}, y = x; T(y.a); T(y.b); }
PROGRAM(member_assigned) { struct two x = {1, 2}; x.b = U32(4); T(x.a); T(x.b); }
PROGRAM(returned) { struct two x = make_two(U32(0), U32(4)); T(x.a); T(x.b); }
PROGRAM(returned_small) { struct small x = make_small(U8(0), U8(4), U8(9)); T(x.a); T(x.b); T(x.c); }
PROGRAM(returned_large) { struct three x = make_three(U64(0), U64(8), U64(20)); T(x.a); T(x.b); T(x.c); }
PROGRAM(returned_mixed) { struct both x = make_both(U16(0), U64(8)); T(x.a); T(x.b); }
PROGRAM(passed) { T(second((struct two){U32(0), U32(4)})); }
PROGRAM(passed_small) { T(third((struct small){U8(0), U8(4), U8(9)})); }
PROGRAM(passed_large) { T(middle((struct three){U64(0), U64(8), U64(20)})); }
PROGRAM(passed_mixed) { T(first((struct both){U16(0), U64(8)})); }
PROGRAM(passed_clean) { T(second((struct two){U32(0), 3})); }
PROGRAM(in_a_row) { struct row r; memcpy(r.bytes, in, 24); r = turned(r); T(r.bytes[0]); T(r.bytes[23]); }
PROGRAM(padding) { struct padded x = {U8(0), U32(4), U16(8)}, y = x; T(y.a); T(y.b); T(y.c); }
PROGRAM(inside) { struct nested x = {{U32(0), U32(4)}, {U8(8), U8(9), U8(10)}}; struct small s = x.second; T(s.b); T(x.first.b); }
PROGRAM(array_of) { struct two rows[3] = {{U32(0), 1}, {2, U32(4)}, {U32(8), U32(12)}}; T(rows[1].b); T(rows[0].b); T(rows[2].a); }
PROGRAM(bit_fields) { struct bits x; memcpy(&x, in + 4, 4); T((u32)x.a); T((u32)x.b); T((u32)x.c); }
PROGRAM(bit_fields_set) { struct bits x = {1, 2, 3}; x.b = U16(4); T((u32)x.a); T((u32)x.b); T((u32)x.c); }
PROGRAM(bit_fields_wide) { struct flat x; memcpy(&x, in + 4, 8); T((u64)x.a); T((u64)x.b); }
PROGRAM(seen_as_bytes) { union view v = {.word = U32(8)}; T(v.bytes[2]); T(v.halves[1]); }
PROGRAM(made_of_bytes) { union view v; for (int i = 0; i < 4; i++) v.bytes[i] = U8(2 * i); T(v.word); T(v.halves[0]); }
PROGRAM(seen_as_real) { union view v = {.word = U32(8) & 0x7fffff}; T(v.real); }
PROGRAM(compound) { T(((struct two[]){{U32(0), 1}, {U32(4), 2}})[1].a); }
PROGRAM(by_pointer) { struct three x = make_three(U64(0), 2, 3), *at = &x; at->c = U64(8); T(at->a); T(at->b); T(at->c); }
PROGRAM(real_numbers) { struct real x = {U16(0), U16(2)}, y = x; T(y.a); T(y.b); }
