// Pointers, indices and tables.
// more precise: what is not looked up, as it was stored just before
// DFSan misses: where a copy of a few bytes comes from, which is a load here
#include "harness.h"

static const u16 squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static u8 table[256], other[256];
static u32 wide[16];
struct node { struct node *next; u32 value; };

PROGRAM(constant_table) { T(squares[U8(3) & 15]); }
PROGRAM(nibbles) { T(squares[U8(3) >> 4]); }
PROGRAM(table_of_tainted) { T(in[U8(3) & 31]); }
PROGRAM(store_by_tainted) { memset(table, 0, 256); table[U8(3)] = 7; T(table[5]); T(table[in[3]]); }
PROGRAM(tainted_by_tainted) { memset(table, 0, 256); table[U8(3)] = U8(4); T(table[in[3]]); }
PROGRAM(two_tables) { for (int i = 0; i < 256; i++) table[i] = 255 - i, other[i] = i ^ 5; T(other[table[U8(9)]]); }
PROGRAM(by_words) { wide[3] = U32(0); T(wide[3]); T(wide[U8(20) & 15]); }
PROGRAM(indirect) { u32 a = U32(0), *p = &a, **q = &p; T(**q); }
PROGRAM(moved_pointer) { u8 *p = in; p += 5; T(*p++); T(*p); }
PROGRAM(backwards) { u8 *p = in + 64; T(*--p); T(p[-3]); }
PROGRAM(list) { struct node c = {0, U32(8)}, b = {&c, U32(4)}, a = {&b, U32(0)}; u32 sum = 0; for (struct node *n = &a; n; n = n->next) sum = sum * 3 + n->value; T(sum); }
PROGRAM(list_last) { struct node c = {0, U32(8)}, b = {&c, U32(4)}, a = {&b, U32(0)}; struct node *n = &a; while (n->next) n = n->next; T(n->value); }
PROGRAM(address_in_memory) { u8 *slots[4] = {in, in + 10, in + 20, in + 30}; T(*slots[2]); T(*slots[U8(1) & 3]); }
PROGRAM(two_dimensions) { static u8 grid[4][4]; for (int i = 0; i < 16; i++) grid[i / 4][i % 4] = in[i + 8]; T(grid[2][3]); T(grid[U8(0) & 3][1]); T(grid[U8(0) & 3][U8(1) & 3]); }
PROGRAM(through_integer) { u64 at = (u64)(in + 7); T(*(u8 *)at); }
PROGRAM(tagged) { u64 at = (u64)(wide + 4) | 1; wide[4] = U32(12); T(*(u32 *)(at & ~1ull)); }
PROGRAM(length_first) { u8 length = U8(0) & 7; T(in[1 + length]); }
PROGRAM(offset_in_data) { u16 at = U16(0) & 31; T(U32(at)); }
PROGRAM(compared) { u8 *a = in + (U8(0) & 7), *b = in + 4; T((u32)(a < b)); }
PROGRAM(function_in_table) { static const u8 more[4] = {9, 8, 7, 6}; const u8 *rows[2] = {more, table}; T(rows[0][U8(5) & 3]); }
PROGRAM(copied_by_loop) { for (int i = 0; i < 8; i++) table[i] = in[7 - i]; T(table[0]); T(table[7]); }
PROGRAM(permuted) { u8 p[8]; for (int i = 0; i < 8; i++) p[i] = in[i * 5 & 7]; T(p[3]); }
PROGRAM(histogram) { memset(wide, 0, sizeof wide); for (int i = 0; i < 4; i++) wide[in[i] & 15]++; T(wide[in[0] & 15]); }
PROGRAM(swap) { u32 a = U32(0), b = U32(4), *x = &a, *y = &b, t = *x; *x = *y; *y = t; T(a); T(b); }
