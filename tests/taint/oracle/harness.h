// What programs of the oracle share: an input of 64 bytes, and marks where the labels of a value are compared.
//
// A construct is a file; each PROGRAM in it is run with a fresh input.

#ifndef HARNESS_H
#define HARNESS_H

#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#ifdef __cplusplus
extern "C" {
#endif
extern unsigned char in[64];
// The labels of the value are of interest.
void mark(int line, u64 value);
void mark_float(int line, float value);
void mark_double(int line, double value);
void mark_long_double(int line, long double value);
#ifdef __cplusplus
}
static inline void mark_any(int line, float value) { mark_float(line, value); }
static inline void mark_any(int line, double value) { mark_double(line, value); }
static inline void mark_any(int line, long double value) { mark_long_double(line, value); }
template <class T> static inline void mark_any(int line, T value) { mark(line, (u64)value); }
#define T(value) mark_any(__LINE__, value)
#else
#define T(value)                                                                                                       \
  _Generic((value), float: mark_float, double: mark_double, long double: mark_long_double, default: mark)(__LINE__,    \
                                                                                                          value)
#endif

#define PROGRAM(name)                                                                                                  \
  static void name(void);                                                                                              \
  __attribute__((section("programs"), used)) static void (*const name##_)(void) = name;                                \
  static void name(void)

#define LOADED(name, type)                                                                                             \
  static inline type name(int at) {                                                                                    \
    type value;                                                                                                        \
    memcpy(&value, in + at, sizeof value);                                                                             \
    return value;                                                                                                      \
  }
LOADED(U8, u8)
LOADED(U16, u16)
LOADED(U32, u32)
LOADED(U64, u64)
LOADED(S8, s8)
LOADED(S16, s16)
LOADED(S32, s32)
LOADED(S64, s64)

#define NOINLINE __attribute__((noinline))

#endif
