/* In front of the generated compares. */

#ifndef BODY_H
#define BODY_H

#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

typedef unsigned __int128 uint128_t;
typedef __int128 int128_t;

/* Arms that must not become one. */
static volatile int sink;

#define WIDE(high, low) (((uint128_t)(high) << 64) | (low))

/* What a compare yields, by branches. */
#define YIELD(condition)   \
  do {                     \
    if (condition) {       \
      sink = 1;            \
      return 1;            \
    }                      \
    return 0;              \
  } while (0)

#define YIELD_SIGN(value)          \
  do {                             \
    int value_ = (value);          \
    if (value_ < 0) {              \
      sink = 2;                    \
      return -1;                   \
    }                              \
    if (value_ > 0) {              \
      sink = 3;                    \
      return 1;                    \
    }                              \
    return 0;                      \
  } while (0)

#define READERS(type)                                           \
  static inline type native_##type(const unsigned char *p) {    \
    type value;                                                 \
    memcpy(&value, p, sizeof value);                            \
    return value;                                               \
  }
#define INTEGER_READERS(type)                                   \
  READERS(type)                                                 \
  static inline type big_##type(const unsigned char *p) {       \
    type value = 0;                                             \
    for (size_t i = 0; i < sizeof value; i++)                   \
      value = (type)((value << 8) | p[i]);                      \
    return value;                                               \
  }                                                             \
  static inline type little_##type(const unsigned char *p) {    \
    type value = 0;                                             \
    for (size_t i = 0; i < sizeof value; i++)                   \
      value = (type)(value | (type)((type)p[i] << (8 * i)));    \
    return value;                                               \
  }

INTEGER_READERS(uint16_t)
INTEGER_READERS(uint32_t)
INTEGER_READERS(uint64_t)
INTEGER_READERS(uint128_t)
READERS(int16_t)
READERS(int32_t)
READERS(int64_t)
READERS(int128_t)
READERS(float)
READERS(double)

#endif
