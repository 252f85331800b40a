// What every generated program begins with; also C++. Input comes from stdin and lies in `in`, which is longer than any
// offset that the program names. Nothing here depends on addresses.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef __int128 i128;

#define NOINLINE __attribute__((noinline))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static u8 in[CAPACITY];
static u32 hash = 2166136261u;
static u32 marks;

/// Mixes a value into the checksum: quiet, so that optimisers may move it.
static inline void mix(u64 value) {
    hash = (hash ^ (u32)value) * 16777619u;
    hash = (hash ^ (u32)(value >> 32)) * 16777619u;
    hash ^= hash >> 15;
}

/// Notes that a place was reached, and says so (up to a point).
static void mark(u32 id) {
    mix(id);
    if (marks < 300) printf(" %u", id);
    marks++;
}

/// Notes an outcome, in the order of evaluation.
static inline int is(u32 id, int yes) {
    mix(id * 2u + (yes != 0));
    return yes != 0;
}

/// All that is portable about what strcmp and its siblings return.
static inline int sign(int order) { return (order > 0) - (order < 0); }

/// Whether the first `n` bytes agree, by hand.
static inline int same(const u8 *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] == (u8)b[i]) i++;
    return i == n;
}

/// A comparison as beginners write it.
static inline int order(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (u8)*a - (u8)*b;
}

/// The number at the start of a text, modulo 2^32.
static inline u32 digits(const char *text) {
    u32 n = 0;
    while (*text >= '0' && *text <= '9') n = n * 10u + (u32)(*text++ - '0');
    return n;
}
