// What a guard's site tells holds if and only if the guard is hit: all operands of eight bits. Listens to both itself.

#include <stdint.h>
#include <stdio.h>

typedef signed _BitInt(8) S;
typedef unsigned _BitInt(8) U;

static int hits, told, by_sign;

void __fz_guard_hit(void *guard, uint64_t a, uint64_t b) { hits++; }

void __fz_compares_init(unsigned char *begin, unsigned char *end) {
  while (begin < end)
    *begin++ = 1;
}

// AFL++'s: 2 is greater, 4 less.
void __cmplog_ins_hook1(uint8_t a, uint8_t b, uint8_t attribute) {
  int x = by_sign ? (int8_t)a : a, y = by_sign ? (int8_t)b : b;
  told += attribute == 2 ? x > y : attribute == 4 ? x < y : 1000;
}

#define OPERATION(name, type, expression)                                                                              \
  __attribute__((noinline)) static type name(type a, type b) { return expression; }
#define BOTH(name, expression) OPERATION(s_##name, S, expression) OPERATION(u_##name, U, expression)
BOTH(sum, a + b)
BOTH(difference, a - b)
BOTH(product, a *b)
BOTH(more, a + (typeof(a))100)
BOTH(from, (typeof(a))100 - a)
BOTH(less, a - (typeof(a))100)
BOTH(times, a *(typeof(a))7)
OPERATION(s_below, S, a + (S)-100)
OPERATION(s_from_below, S, (S)-100 - a)
OPERATION(s_minus, S, a *(S)-7)
OPERATION(s_negative, S, -a)

#define CHECK(name, type, sign)                                                                                        \
  for (int a = 0; a < 256; a++)                                                                                        \
    for (int b = 0; b < 256; b++) {                                                                                    \
      hits = told = 0, by_sign = sign;                                                                                 \
      volatile type result = name(pick_##type[a], pick_##type[b]);                                                     \
      all++, any += hits;                                                                                              \
      if (hits != told)                                                                                                \
        wrong++, printf(#name " of %d and %d: %d told, %d hit\n", a, b, told, hits);                                   \
    }
#define CHECK_BOTH(name) CHECK(s_##name, S, 1) CHECK(u_##name, U, 0)

static S pick_S[256];
static U pick_U[256];

int main(void) {
  int wrong = 0, all = 0, any = 0;
  for (int i = 0; i < 256; i++)
    ((uint8_t *)pick_S)[i] = ((uint8_t *)pick_U)[i] = (uint8_t)i;
  CHECK_BOTH(sum)
  CHECK_BOTH(difference)
  CHECK_BOTH(more)
  CHECK_BOTH(from)
  CHECK_BOTH(less)
  CHECK(s_below, S, 1)
  CHECK(s_from_below, S, 1)
  CHECK(s_negative, S, 1)
  // Of products the sizes are told, without signs.
  CHECK(s_product, S, 0)
  CHECK(s_times, S, 0)
  CHECK(s_minus, S, 0)
  CHECK(u_product, U, 0)
  CHECK(u_times, U, 0)
  printf("%d of %d, %d hits\n", wrong, all, any);
  return wrong || !any;
}
