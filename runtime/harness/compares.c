/* Stands in front of the callbacks for compares of an engine in the same process (`--wrap`), for two reasons.

   A program with its own `main` runs in a child: what it compares is noted in shared memory, and the parent tells the
   engine of it.

   libFuzzer keeps the operands that it mutates with in tables of 4 and of 8 bytes; told of two 16-bit numbers as of
   32-bit ones it tries them as 16-bit ones too. Of a switch it keeps the neighbours of the value only if that has 32 or
   64 bits.

   Each ends in the engine's own callback as in a jump, for that tells compares apart by where it returns to. */
#include "compares.h"

#include <stddef.h>
#include <string.h>

struct fz_compares *fz_compares;

static struct fz_compare *next(const void *place) {
    struct fz_compare *compare = &fz_compares->all[fz_compares->count++ % FZ_COMPARES];
    compare->place = (uint32_t)(uintptr_t)place;
    return compare;
}

static void note(const void *place, uint8_t bytes, uint64_t a, uint64_t b) {
    struct fz_compare *compare = next(place);
    compare->bytes = bytes;
    compare->a = a;
    compare->b = b;
}

/* Not by memcpy, which a sanitizer may watch. */
static void note_text(const void *place, const void *a, const void *b, size_t length, int ends) {
    const uint8_t *texts[2] = {a, b};
    struct fz_compare *compare = next(place);
    compare->bytes = 0;
    compare->length = (uint8_t)(length < FZ_COMPARED_BYTES ? length : FZ_COMPARED_BYTES);
    for (int which = 0; which < 2; which++) {
        int is_over = 0;
        for (uint8_t at = 0; at < compare->length; at++) {
            uint8_t byte = is_over ? 0 : texts[which][at];
            is_over |= ends && !byte;
            compare->text[which][at] = byte;
        }
    }
}

#define HERE __builtin_return_address(0)
#define OPEN __attribute__((visibility("default")))

#define NUMBERS(name, type, also)                                                                                      \
    void __real_##name(type a, type b);                                                                                \
    OPEN void __wrap_##name(type a, type b) {                                                                          \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            note(HERE, sizeof(type), a, b);                                                                            \
        }                                                                                                              \
        also;                                                                                                          \
        __attribute__((musttail)) return __real_##name(a, b);                                                          \
    }

#ifdef FZ_LIBAFL
#define AS_32_BITS (void)0
#else
#define AS_32_BITS __real___sanitizer_cov_trace_cmp4(a, b)
#endif

NUMBERS(__sanitizer_cov_trace_cmp4, uint32_t, (void)0)
NUMBERS(__sanitizer_cov_trace_cmp8, uint64_t, (void)0)
NUMBERS(__sanitizer_cov_trace_cmp2, uint16_t, AS_32_BITS)
NUMBERS(__sanitizer_cov_trace_const_cmp4, uint32_t, (void)0)
NUMBERS(__sanitizer_cov_trace_const_cmp8, uint64_t, (void)0)
NUMBERS(__sanitizer_cov_trace_const_cmp2, uint16_t, AS_32_BITS)

/* Fills in the nearest case below a switch's value and the nearest above; how many there are. `cases`: their number, the
   value's bits, then they in order. */
static int neighbours(uint64_t value, const uint64_t *cases, uint64_t found[2]) {
    const uint64_t *first = cases + 2, *end = first + cases[0], *above = first;
    int count = 0;
    while (above < end && *above < value) {
        above++;
    }
    if (above > first) {
        found[count++] = above[-1];
    }
    above += above < end && *above == value;
    if (above < end) {
        found[count++] = *above;
    }
    return count;
}

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
OPEN void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    uint64_t found[2];
#ifndef FZ_LIBAFL
    if (cases[1] == 16) {
        for (int at = neighbours(value, cases, found); at-- > 0;) {
            __real___sanitizer_cov_trace_cmp4((uint32_t)value, (uint32_t)found[at]);
        }
    }
#endif
    if (__builtin_expect(fz_compares != NULL, 0)) {
        uint8_t bytes = cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8;
        for (int at = neighbours(value, cases, found); at-- > 0;) {
            note(HERE, bytes, value, found[at]);
        }
    }
    __attribute__((musttail)) return __real___sanitizer_cov_trace_switch(value, cases);
}

#define HOOK(name) __sanitizer_weak_hook_##name
#define JOINED(prefix, name) prefix##name
#define WRAPPED(prefix, name) JOINED(prefix, name)

/* `length`: how much may be looked at; `ends`: not behind a NUL. */
#define TEXTS(name, length, ends, parameters, arguments)                                                               \
    void WRAPPED(__real_, HOOK(name)) parameters;                                                                      \
    OPEN void WRAPPED(__wrap_, HOOK(name)) parameters {                                                                \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            note_text(pc, a, b, length, ends);                                                                         \
        }                                                                                                              \
        __attribute__((musttail)) return WRAPPED(__real_, HOOK(name)) arguments;                                       \
    }

TEXTS(memcmp, n, 0, (const void *pc, const void *a, const void *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strncmp, n, 1, (const void *pc, const char *a, const char *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strncasecmp, n, 1, (const void *pc, const char *a, const char *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strcmp, FZ_COMPARED_BYTES, 1, (const void *pc, const char *a, const char *b, int result), (pc, a, b, result))
TEXTS(strcasecmp, FZ_COMPARED_BYTES, 1, (const void *pc, const char *a, const char *b, int result), (pc, a, b, result))

/* An engine tells places apart by where a callback returns to, so there are some. */
#define PLACES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define AT(at, call)                                                                                                   \
    case at:                                                                                                           \
        [[clang::nomerge]] call;                                                                                       \
        break;
#define AT_4(at) AT(at, __wrap___sanitizer_cov_trace_cmp4((uint32_t)compare->a, (uint32_t)compare->b))
#define AT_8(at) AT(at, __wrap___sanitizer_cov_trace_cmp8(compare->a, compare->b))
#define AT_2(at) AT(at, __wrap___sanitizer_cov_trace_cmp2((uint16_t)compare->a, (uint16_t)compare->b))

/* The pc is the caller's word, so there is no need of several places. */
static void replay_text(const struct fz_compare *compare) {
    const void *pc = (const void *)(uintptr_t)compare->place;
    size_t length = compare->length;
    while (length > 0 && !compare->text[0][length - 1] && !compare->text[1][length - 1]) {
        length--;
    }
    int result = memcmp(compare->text[0], compare->text[1], length) != 0;
    __real___sanitizer_weak_hook_memcmp(pc, compare->text[0], compare->text[1], length, result);
}

void fz_replay(struct fz_compares *compares) {
    uint32_t count = compares->count < FZ_COMPARES ? compares->count : FZ_COMPARES;
    for (uint32_t i = 0; i < count; i++) {
        const struct fz_compare *compare = &compares->all[i];
        switch (compare->bytes) {
        case 0: replay_text(compare); break;
        case 2:
            switch (compare->place % 16) { PLACES(AT_2) }
            break;
        case 4:
            switch (compare->place % 16) { PLACES(AT_4) }
            break;
        default:
            switch (compare->place % 16) { PLACES(AT_8) }
            break;
        }
    }
    compares->count = 0;
}
