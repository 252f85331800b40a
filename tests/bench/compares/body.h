/* In front of the generated compares. */

#ifndef BODY_H
#define BODY_H

#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "../readers.h"

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

READERS(uint16_t)
READERS(uint32_t)
READERS(uint64_t)
READERS(uint128_t)
NATIVE_READER(int16_t)
NATIVE_READER(int32_t)
NATIVE_READER(int64_t)
NATIVE_READER(int128_t)
NATIVE_READER(float)
NATIVE_READER(double)

#endif
