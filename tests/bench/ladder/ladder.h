/* Around every rung: a persistent harness that hands it the first NEEDS bytes of an input. */

#ifndef LADDER_H
#define LADDER_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* External and never inlined: nothing is known about `in` but what a parser knows of its input, so conditions stay
   nested. Zeros follow it. */
__attribute__((noinline)) void climb(const unsigned char *in);

/* Called when all conditions of a rung hold. */
__attribute__((noinline, noreturn)) static void solved(void) { abort(); }

/* Arms that must not become one. */
static volatile int sink;

/* The ways in which programs read numbers. */
#define READERS(type) READERS_OF(type)
#define READERS_OF(type)                                                  \
  static inline type native_##type(const unsigned char *p) {              \
    type value;                                                           \
    memcpy(&value, p, sizeof value);                                      \
    return value;                                                         \
  }                                                                       \
  static inline type big_##type(const unsigned char *p) {                 \
    type value = 0;                                                       \
    for (size_t i = 0; i < sizeof value; i++)                             \
      value = (type)((value << 8) | p[i]);                                \
    return value;                                                         \
  }                                                                       \
  static inline type little_##type(const unsigned char *p) {              \
    type value = 0;                                                       \
    for (size_t i = 0; i < sizeof value; i++)                             \
      value = (type)(value | (type)((type)p[i] << (8 * i)));              \
    return value;                                                         \
  }

#define JOINED(a, b) a##_##b
#define READER(order, type) JOINED(order, type)

__AFL_FUZZ_INIT();

int main(void) {
  static unsigned char in[NEEDS + 64];
  unsigned char *buffer = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(100000)) {
    if (__AFL_FUZZ_TESTCASE_LEN < NEEDS) continue;
    memcpy(in, buffer, NEEDS);
    climb(in);
  }
  return 0;
}

#endif
