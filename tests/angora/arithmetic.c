/* What an engine solves by track files alone: a length, then conditions on what was computed from numbers, one behind the
   other. The exit status says how many held; all of them abort. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER(type)                                                                                                   \
    static type type##_at(const unsigned char *data, size_t at) {                                                      \
        type number;                                                                                                   \
        memcpy(&number, data + at, sizeof number);                                                                     \
        return number;                                                                                                 \
    }
NUMBER(uint16_t)
NUMBER(uint32_t)
NUMBER(uint64_t)
NUMBER(int16_t)
NUMBER(int32_t)

static uint32_t big_at(const unsigned char *data, size_t at) {
    return (uint32_t)data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
}

#define U16(at) uint16_t_at(data, at)
#define U32(at) uint32_t_at(data, at)
#define U64(at) uint64_t_at(data, at)
#define S16(at) int16_t_at(data, at)
#define S32(at) int32_t_at(data, at)

__attribute__((noinline)) static int climb(const unsigned char *data) {
    int held = 0;
#define STEP(condition)                                                                                                \
    if (!(condition))                                                                                                  \
        return held;                                                                                                   \
    held++
    STEP(U32(0) * 5 + 7 == 0x4b1f2e09u);                /* product */
    STEP(U32(4) + U32(8) + U32(12) == 0x91d4c3a7u);     /* sum */
    STEP(U32(16) - U32(20) == 0x3c5e7f01u);             /* difference */
    STEP((U32(24) ^ U32(28)) == 0x5ad3117cu);           /* mixed */
    STEP((U32(32) >> 4) + 1000 == 0x02ab9d3u);          /* shifted */
    STEP(U32(36) % 1000003 == 777321);                  /* modulus */
    STEP(U16(40) + U32(42) * 3 == 0x2f1b44d2u);         /* widths */
    STEP(S16(46) * 300 < -7654321 && S32(48) / 7 > 200000001); /* signed */
    STEP(big_at(data, 52) + big_at(data, 56) == 0x86e1d9bau); /* big-endian */
    STEP(U64(60) * 9 + U16(68) == 0x0123456789abcdefu); /* long */
    return held;
}

int main(void) {
    static unsigned char data[256];
    if (fread(data, 1, sizeof data, stdin) < 70) { /* length */
        return 100;
    }
    int held = climb(data);
    if (held == 10) {
        abort();
    }
    return held;
}
