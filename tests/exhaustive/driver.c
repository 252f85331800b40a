// Calls every generated function and its untouched twin with all values, or with telling ones, and compares.
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

enum domain {
  ALL_PAIRS,
  ALL_BY_TELLING,
  TELLING_PAIRS,
  FLOATS,
};

struct test {
  const char *name;
  u128 (*plain)(u128, u128);
  u128 (*changed)(u128, u128);
  unsigned bits;
  enum domain domain;
};

extern const struct test tests[];
extern const unsigned test_count;

static u128 mask(unsigned bits) { return bits == 128 ? ~(u128)0 : ((u128)1 << bits) - 1; }

// Values around which compares change their minds, byte by byte.
static unsigned telling(unsigned bits, u128 *out) {
  static const u128 around[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x1234, 0x3412, 0x7fff, 0x8000};
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof around / sizeof *around; ++i) {
    out[n++] = around[i];
    out[n++] = ~around[i];
  }
  for (unsigned byte = 0; byte < (bits + 7) / 8; ++byte) {
    static const u128 digits = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
    out[n++] = (u128)0x80 << (8 * byte);
    out[n++] = digits ^ ((u128)1 << (8 * byte));
    out[n++] = digits & ~((u128)0xff << (8 * byte));
  }
  u128 sign = (u128)1 << (bits - 1);
  out[n++] = sign;
  out[n++] = sign - 1;
  out[n++] = sign + 1;
  for (unsigned i = 0; i < n; ++i)
    out[i] &= mask(bits);
  return n;
}

// Signed zeros, infinities, NaNs of both kinds and signs, the smallest and largest numbers, and some in between.
static unsigned floats(unsigned bits, u128 *out) {
  unsigned exponent = bits == 16 ? 5 : bits == 32 ? 8 : bits == 64 ? 11 : 15, fraction = bits - 1 - exponent;
  u128 one = (mask(exponent - 1)) << fraction, infinity = mask(exponent) << fraction;
  u128 base[] = {0, 1, 2, mask(fraction), (u128)1 << fraction, one, one + 1, one - 1, one + ((u128)1 << (fraction - 1)),
                 infinity - 1, infinity, infinity + 1, infinity | (u128)1 << (fraction - 1), mask(bits - 1)};
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof base / sizeof *base; ++i) {
    out[n++] = base[i];
    out[n++] = base[i] | (u128)1 << (bits - 1);
  }
  return n;
}

static unsigned long long calls;

static int differs(const struct test *t, u128 a, u128 b) {
  u128 expected = t->plain(a, b), got = t->changed(a, b);
  ++calls;
  if (expected == got)
    return 0;
  printf("%s: a = %llx:%016llx, b = %llx:%016llx: %llx, not %llx\n", t->name, (unsigned long long)(a >> 64),
         (unsigned long long)a, (unsigned long long)(b >> 64), (unsigned long long)b, (unsigned long long)got,
         (unsigned long long)expected);
  return 1;
}

static int run(const struct test *t) {
  u128 values[256];
  unsigned n = t->domain == FLOATS ? floats(t->bits, values) : telling(t->bits, values);
  // A float of 16 bits has few enough values to try them all.
  int all = t->domain == ALL_PAIRS || t->domain == ALL_BY_TELLING || (t->domain == FLOATS && t->bits == 16);
  for (u128 i = 0; i < (all ? (u128)1 << t->bits : n); ++i) {
    u128 a = all ? i : values[i];
    for (u128 j = 0; j < (t->domain == ALL_PAIRS ? (u128)1 << t->bits : n); ++j)
      if (differs(t, a, t->domain == ALL_PAIRS ? j : values[j]))
        return 1;
  }
  return 0;
}

int main(void) {
  int bad = 0;
  for (unsigned i = 0; i < test_count; ++i)
    bad |= run(&tests[i]);
  printf("%u functions, %llu calls\n", test_count, calls);
  return bad;
}
