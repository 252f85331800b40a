// Conditions that LLVM brings into other forms: one of them, by FORM, aborts. With KEPT, LLVM knows nothing of its operands,
// and they are the source's.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef KEPT
#define KEEP(x) ({ __typeof__(x) kept = (x); __asm__("" : "+r"(kept)); kept; })
#else
#define KEEP(x) (x)
#endif
#define SAME(x, y) (KEEP(x) == KEEP(y))

struct input {
  uint32_t a, b, c, d;
  uint16_t e, f;
  uint8_t g, h;
  uint64_t i, j;
};

// What no input has in plain.
static uint32_t sum(const uint8_t *data) {
  uint32_t sum = 1;
  for (int at = 0; at < 16; at++)
    sum = sum * 31 + data[at];
  return sum;
}

static int is(const struct input *in, uint32_t s) {
  uint32_t a = in->a, b = in->b, c = in->c, d = in->d;
  uint16_t e = in->e, f = in->f;
  uint64_t i = in->i, j = in->j;
  switch (FORM) {
  // A checksum's last step, and others that `^` and `~` are in.
  case 1: return SAME(~s, (uint32_t)i);
  case 2: return SAME(s ^ 0xffffffff, (uint32_t)i);
  case 3: return SAME((uint16_t)~s, e);
  case 4: return SAME((uint16_t)(e ^ 0x5a5a), f) && (e >> 4) == 0x300;
  case 5: return SAME(~(i * 3), j);
  case 6: return SAME(a ^ c, b ^ 0x1234);
  case 7: return SAME(a ^ b ^ c, 0x1badb002);
  case 8: return SAME(s ^ b, c);
  case 9: return SAME(__builtin_bswap32(a), ~b);
  case 10: return SAME(__builtin_bswap16(e), f) && e != f;
  // Some of the bits.
  case 11: return SAME(a & 0xfff0, b & 0xfff0);
  case 12: return SAME((uint16_t)s, (uint16_t)i);
  case 13: return SAME(a >> 8, b >> 8);
  case 14: return SAME(a >> 8, 0x123456);
  case 15: return SAME(a & 0xffff00, 0x424300);
  case 16: return SAME((uint32_t)(i >> 32), 0xcafebabe);
  case 17: return SAME(s * 2, (uint32_t)i * 2);
  case 18: return SAME(s << 4, (uint32_t)i << 4);
  case 19: return SAME(a | 0x20202020, b | 0x20202020);
  case 20: return SAME(a >> 16, b & 0xffff);
  case 21: return SAME(a & 0xfffff, 0x54321);
  case 22: return SAME(s >> 12, (uint32_t)i >> 12);
  // Sums.
  case 23: return SAME(b, -s);
  case 24: return SAME(s + 100, b);
  case 25: return SAME(a, b - 0x11223344);
  case 26: return SAME(s, 0x11223344 - (uint32_t)i);
  case 27: return SAME(a + b + 0x1badb002, 0);
  case 28: return SAME((uint16_t)(e + f), 0xbeef);
  case 29: return SAME(s - (uint32_t)i, 0x7654321);
  // Quotients and ranges.
  case 30: return SAME(a / 10, 1234567);
  case 31: return SAME(a / 1000, 777777);
  case 32: return SAME((int32_t)a / 100, 123456);
  case 33: return KEEP(a) >= 0x30303000 && KEEP(a) <= 0x3030300f;
  case 34: return KEEP(a) >= 1000000007 && KEEP(a) < 1000000017;
  case 35: return KEEP(a ^ 0xdeadbeef) < 16;
  case 36: return SAME(a % 65536, 0xbabe);
  // Several at once.
  case 37: return SAME(a, b) && SAME(c, d) && a != c;
  case 38: return SAME(a & b, 0xffffffff);
  case 39: return !(KEEP((s ^ b) & 0xffff));
  case 40: return (KEEP(a ^ b) | KEEP(c ^ 0x41424344)) == 0;
  case 41: return SAME((s - (uint32_t)i) & 0xffffff, 0);
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct input in;
  if (size < 48)
    return 0;
  memcpy(&in, data + 16, 32);
  // Numbers that are looked at stand in a part of their own: a checksum is of the first.
  memcpy(&in.i, data + 32, 16);
  in.e = (uint16_t)in.i;
  in.f = (uint16_t)(in.i >> 32);
  if (is(&in, sum(data)))
    abort();
  return 0;
}
