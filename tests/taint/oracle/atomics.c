// Atomic operations.
// DFSan misses: they write and return no labels
// more precise: bytes of what is exchanged
#include "harness.h"

static u8 byte;
static u16 half;
static u32 word;
static u64 wide;

PROGRAM(load) { word = U32(0); T(__atomic_load_n(&word, __ATOMIC_ACQUIRE)); }
PROGRAM(load_part) { word = U32(0); T((u8)__atomic_load_n(&word, __ATOMIC_SEQ_CST)); }
PROGRAM(store) { __atomic_store_n(&wide, U64(8), __ATOMIC_RELEASE); T(wide); }
PROGRAM(store_byte) { __atomic_store_n(&byte, U8(8), __ATOMIC_SEQ_CST); T(byte); }
PROGRAM(store_clean) { word = U32(0); __atomic_store_n(&word, 3, __ATOMIC_SEQ_CST); T(word); }
PROGRAM(add) { word = U32(0); u32 old = __atomic_fetch_add(&word, U32(8), __ATOMIC_SEQ_CST); T(old); T(word); }
PROGRAM(add_constant) { word = U32(0); __atomic_fetch_add(&word, 1, __ATOMIC_RELAXED); T(word); }
PROGRAM(add_to_clean) { word = 1; u32 old = __atomic_fetch_add(&word, U32(8), __ATOMIC_SEQ_CST); T(word); T(old); }
PROGRAM(subtract) { wide = U64(0); T(__atomic_sub_fetch(&wide, U64(8), __ATOMIC_SEQ_CST)); }
PROGRAM(and_mask) { word = U32(0); __atomic_fetch_and(&word, 0x1010101, __ATOMIC_SEQ_CST); T(word); }
PROGRAM(or_tainted) { half = U16(0); __atomic_fetch_or(&half, U16(8), __ATOMIC_SEQ_CST); T(half); }
PROGRAM(xor_tainted) { byte = U8(0); T(__atomic_xor_fetch(&byte, U8(8), __ATOMIC_SEQ_CST)); }
PROGRAM(nand) { word = U32(0); T(__atomic_nand_fetch(&word, U32(8), __ATOMIC_SEQ_CST)); }
PROGRAM(add_part) { word = U32(0); __atomic_fetch_add(&word, U32(8), __ATOMIC_SEQ_CST); T((u8)(word >> 8)); }
PROGRAM(exchange) { word = U32(0); u32 old = __atomic_exchange_n(&word, U32(8), __ATOMIC_SEQ_CST); T(old); T(word); }
PROGRAM(exchange_wide) { wide = U64(0); T(__atomic_exchange_n(&wide, 4, __ATOMIC_SEQ_CST)); T(wide); }
PROGRAM(exchange_byte) { byte = 3; T(__atomic_exchange_n(&byte, U8(4), __ATOMIC_SEQ_CST)); T(byte); }
PROGRAM(compared_equal) { word = 5; u32 e = 5; __atomic_compare_exchange_n(&word, &e, U32(8), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); T(word); }
PROGRAM(compared_different) { word = U32(0); u32 e = 5; __atomic_compare_exchange_n(&word, &e, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); T(e); }
PROGRAM(compared_success) { byte = U8(0) & 1; u8 e = U8(4) & 1; T((u32)__atomic_compare_exchange_n(&byte, &e, 8, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); }
PROGRAM(fence) { word = U32(0); __atomic_thread_fence(__ATOMIC_SEQ_CST); T(word); }
PROGRAM(old_style) { word = U32(0); T(__sync_add_and_fetch(&word, U32(8))); }
PROGRAM(old_exchange) { word = U32(0); T(__sync_val_compare_and_swap(&word, 1, 2)); }
PROGRAM(pointer) { static u8 *p; __atomic_store_n(&p, in + 5, __ATOMIC_SEQ_CST); T(*__atomic_load_n(&p, __ATOMIC_SEQ_CST)); }
PROGRAM(in_a_loop) { wide = 0; for (int i = 0; i < 4; i++) __atomic_fetch_add(&wide, in[i], __ATOMIC_SEQ_CST); T(wide); }
