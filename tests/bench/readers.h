/* The ways in which programs read numbers. */

#ifndef READERS_H
#define READERS_H

#include <stddef.h>
#include <string.h>

/* A reader's name; `type` may be a macro. */
#define READER(order, type) JOINED(order, type)
#define JOINED(a, b) a##_##b

/* As the machine does. */
#define NATIVE_READER(type)                                               \
  static inline type READER(native, type)(const unsigned char *p) {       \
    type value;                                                           \
    memcpy(&value, p, sizeof value);                                      \
    return value;                                                         \
  }

/* All ways, for an unsigned type. */
#define READERS(type)                                                     \
  NATIVE_READER(type)                                                     \
  static inline type READER(big, type)(const unsigned char *p) {          \
    type value = 0;                                                       \
    for (size_t i = 0; i < sizeof value; i++)                             \
      value = (type)((value << 8) | p[i]);                                \
    return value;                                                         \
  }                                                                       \
  static inline type READER(little, type)(const unsigned char *p) {       \
    type value = 0;                                                       \
    for (size_t i = 0; i < sizeof value; i++)                             \
      value = (type)(value | (type)((type)p[i] << (8 * i)));              \
    return value;                                                         \
  }

#endif
