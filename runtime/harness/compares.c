/* Stands in front of the callbacks for compares of an engine in the same process (`--wrap`), for two reasons.

   A program with its own `main` runs in a child: what it compares is noted in shared memory, and the parent tells the
   engine of it.

   libFuzzer keeps the operands that it mutates with in tables of 4 and of 8 bytes; told of two 16-bit numbers as of
   32-bit ones it tries them as 16-bit ones too. Of a switch it keeps the neighbours of the value only if that has 32 or
   64 bits.

   Each ends in the engine's own callback as in a jump, for that tells compares apart by where it returns to. */
#include "compares.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct fz_compares *fz_compares;

static struct fz_compare *next(const void *place) {
    struct fz_compare *compare = &fz_compares->all[fz_compares->count++ % FZ_COMPARES];
    compare->place = (uint32_t)(uintptr_t)place;
    return compare;
}

static void note(const void *place, uint8_t bytes, uint8_t kind, uint64_t a, uint64_t b) {
    struct fz_compare *compare = next(place);
    compare->bytes = bytes;
    compare->kind = kind;
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

#define NUMBERS(name, type, kind, also)                                                                                \
    void __real_##name(type a, type b);                                                                                \
    OPEN void __wrap_##name(type a, type b) {                                                                          \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            note(HERE, sizeof(type), kind, a, b);                                                                      \
        }                                                                                                              \
        also;                                                                                                          \
        __attribute__((musttail)) return __real_##name(a, b);                                                          \
    }

#ifdef FZ_LIBAFL
#define AS_32_BITS (void)0
#else
#define AS_32_BITS __real___sanitizer_cov_trace_cmp4(a, b)
#endif

NUMBERS(__sanitizer_cov_trace_cmp1, uint8_t, FZ_NUMBERS, (void)0)
NUMBERS(__sanitizer_cov_trace_cmp4, uint32_t, FZ_NUMBERS, (void)0)
NUMBERS(__sanitizer_cov_trace_cmp8, uint64_t, FZ_NUMBERS, (void)0)
NUMBERS(__sanitizer_cov_trace_cmp2, uint16_t, FZ_NUMBERS, AS_32_BITS)
NUMBERS(__sanitizer_cov_trace_const_cmp1, uint8_t, FZ_CONSTANT, (void)0)
NUMBERS(__sanitizer_cov_trace_const_cmp4, uint32_t, FZ_CONSTANT, (void)0)
NUMBERS(__sanitizer_cov_trace_const_cmp8, uint64_t, FZ_CONSTANT, (void)0)
NUMBERS(__sanitizer_cov_trace_const_cmp2, uint16_t, FZ_CONSTANT, AS_32_BITS)

#ifdef FZ_LIBAFL
/* Notes each case, as LibAFL takes them. `cases`: their number, the value's bits, then they in order. */
static void note_cases(const void *place, uint64_t value, const uint64_t *cases) {
    uint8_t bytes = cases[1] <= 8 ? 1 : cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8;
    for (uint64_t at = 0; at < cases[0] && at < FZ_COMPARES / 8; at++) {
        note((const uint8_t *)place + at, bytes, FZ_CASE, value, cases[2 + at]);
    }
}
#else
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

static void note_cases(const void *place, uint64_t value, const uint64_t *cases) {
    uint8_t bytes = cases[1] <= 8 ? 1 : cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8;
    uint64_t found[2];
    for (int at = neighbours(value, cases, found); at-- > 0;) {
        note(place, bytes, FZ_CASE, value, found[at]);
    }
}
#endif

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
OPEN void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
#ifndef FZ_LIBAFL
    uint64_t found[2];
    if (cases[1] == 16) {
        for (int at = neighbours(value, cases, found); at-- > 0;) {
            __real___sanitizer_cov_trace_cmp4((uint32_t)value, (uint32_t)found[at]);
        }
    }
#endif
    if (__builtin_expect(fz_compares != NULL, 0)) {
        note_cases(HERE, value, cases);
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

#ifdef FZ_LIBAFL
static void tell_text(const struct fz_compare *compare, size_t length, int differ, const uint8_t *data, size_t size) {
    (void)compare, (void)length, (void)differ, (void)data, (void)size;
}

static void replay_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    (void)data, (void)size;
    fz_libafl_compared(compare->place, compare->bytes, compare->a, compare->b, compare->kind == FZ_CASE);
}
#else
/* libFuzzer tells places apart by where a callback returns to, so there are some. */
#define PLACES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define AT(at, call)                                                                                                   \
    case at:                                                                                                           \
        [[clang::nomerge]] call;                                                                                       \
        break;
#define AT_1(at) AT(at, __wrap___sanitizer_cov_trace_cmp1((uint8_t)compare->a, (uint8_t)compare->b))
#define AT_2(at) AT(at, __wrap___sanitizer_cov_trace_cmp2((uint16_t)compare->a, (uint16_t)compare->b))
#define AT_4(at) AT(at, __wrap___sanitizer_cov_trace_cmp4((uint32_t)compare->a, (uint32_t)compare->b))
#define AT_8(at) AT(at, __wrap___sanitizer_cov_trace_cmp8(compare->a, compare->b))

/* Of its tables libFuzzer tries one entry in a hundred executions, at a place that fits, the other way round, or a bit
   off: no loss where it runs a million in a second, but a program is run a thousand times more slowly. So what no run
   has solved is told as memory besides: the input, or what is around the place where the operand stands, against the
   same with the other operand there; and as what was searched for. That says what to put where, and for single bytes
   nothing else does.

   Which place that is, runs that differ tell: only those stay in question where the operand has stood each time. */
#define QUESTIONS 1024
#define WINDOW 64
#define IN_QUESTION 256
struct question {
    uint32_t place;
    bool is_solved;
    /* Bits of places in the input; operand `a` first, then `b`; as the machine has them, then reversed. */
    uint64_t where[2][2][IN_QUESTION / 64];
};
static struct question questions[QUESTIONS];

static uint32_t random_number(void) {
    static uint32_t state = 0x9e3779b9;
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void to_bytes(uint64_t number, uint8_t bytes, int is_reversed, uint8_t to[8]) {
    for (uint8_t at = 0; at < bytes; at++) {
        to[is_reversed ? bytes - 1 - at : at] = (uint8_t)(number >> (8 * at));
    }
}

/* Not by memcmp, which a sanitizer may watch. */
static bool is_same(const uint8_t *a, const uint8_t *b, size_t bytes) {
    for (size_t at = 0; at < bytes; at++) {
        if (a[at] != b[at]) {
            return false;
        }
    }
    return true;
}

/* Strikes off where the operand does not stand; all anew where none is left. One of those that are, or -1. */
static int narrow(uint64_t where[IN_QUESTION / 64], const uint8_t *operand, size_t bytes, const uint8_t *data,
                  size_t size) {
    uint64_t here[IN_QUESTION / 64] = {0}, both[IN_QUESTION / 64], some = 0;
    for (size_t at = 0; at + bytes <= size && at < IN_QUESTION; at++) {
        if (is_same(data + at, operand, bytes)) {
            here[at / 64] |= UINT64_C(1) << (at % 64);
        }
    }
    for (int i = 0; i < IN_QUESTION / 64; i++) {
        both[i] = here[i] & where[i];
        some |= both[i];
    }
    memcpy(where, some ? both : here, sizeof here);
    uint32_t count = 0;
    for (int i = 0; i < IN_QUESTION / 64; i++) {
        count += (uint32_t)__builtin_popcountll(where[i]);
    }
    uint32_t chosen = count ? random_number() % count : 0;
    for (int at = 0; at < IN_QUESTION && count; at++) {
        if (where[at / 64] >> (at % 64) & 1 && chosen-- == 0) {
            return at;
        }
    }
    return -1;
}

/* The question that is asked at a place, unless there is no need to tell of it. */
static struct question *unsolved(uint32_t place, int is_solved) {
    struct question *question = &questions[place % QUESTIONS];
    if (question->place != place) {
        question->place = place;
        question->is_solved = 0;
        memset(question->where, 0xff, sizeof question->where);
    }
    question->is_solved |= is_solved != 0;
    /* Now and then also what was solved once: a way to the next one may lead through it. */
    bool is_idle = is_solved || (question->is_solved && random_number() % 16);
    return is_idle ? NULL : question;
}

/* Tells of the input with `other` where `operand` stands, if it does. */
static void tell_solved(uint32_t place, uint64_t where[IN_QUESTION / 64], const uint8_t *operand, const uint8_t *other,
                        size_t bytes, const uint8_t *data, size_t size) {
    uint8_t before[WINDOW], behind[WINDOW];
    int found = narrow(where, operand, bytes, data, size);
    if (found < 0) {
        return;
    }
    size_t at = (size_t)found;
    size_t start = at + bytes > WINDOW ? at + bytes - WINDOW : 0;
    size_t length = size - start < WINDOW ? size - start : WINDOW;
    memcpy(before, data + start, length);
    memcpy(behind, before, length);
    memcpy(behind + (at - start), other, bytes);
    const void *pc = (const void *)(uintptr_t)place;
    __real___sanitizer_weak_hook_memcmp(pc, before, behind, length, 1);
    __sanitizer_weak_hook_memmem(pc, NULL, 0, behind, length, NULL);
}

static void tell_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    /* Cases of one switch have one place. */
    uint32_t place = compare->place + (compare->kind == FZ_CASE ? (uint32_t)compare->b * 31 : 0);
    struct question *question = unsolved(place, compare->a == compare->b);
    const uint64_t operands[2] = {compare->a, compare->b};
    int first = compare->kind == FZ_CONSTANT, end = compare->kind == FZ_CASE ? 1 : 2;
    for (int which = first; question && which < end; which++) {
        for (int reversed = 0; reversed < (compare->bytes > 1 ? 2 : 1); reversed++) {
            uint8_t operand[8], other[8];
            to_bytes(operands[which], compare->bytes, reversed, operand);
            /* Every second time a step higher or lower: greater and less are compares too. */
            uint32_t dice = compare->kind == FZ_CASE ? 0 : random_number() % 4;
            to_bytes(operands[!which] + (dice == 1) - (dice == 2), compare->bytes, reversed, other);
            tell_solved(place, question->where[which][reversed], operand, other, compare->bytes, data, size);
        }
    }
}

static void tell_text(const struct fz_compare *compare, size_t length, int differ, const uint8_t *data, size_t size) {
    struct question *question = unsolved(compare->place, !differ);
    for (int which = 0; question && length > 0 && which < 2; which++) {
        const uint8_t *operand = compare->text[which], *other = compare->text[!which];
        tell_solved(compare->place, question->where[which][0], operand, other, length, data, size);
    }
}

static void replay_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    switch (compare->bytes) {
    case 1:
        switch (compare->place % 16) { PLACES(AT_1) }
        break;
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
    tell_numbers(compare, data, size);
}
#endif

/* The pc is the caller's word, so there is no need of several places. */
static void replay_text(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    const void *pc = (const void *)(uintptr_t)compare->place;
    size_t length = compare->length;
    while (length > 0 && !compare->text[0][length - 1] && !compare->text[1][length - 1]) {
        length--;
    }
    int result = memcmp(compare->text[0], compare->text[1], length) != 0;
    __real___sanitizer_weak_hook_memcmp(pc, compare->text[0], compare->text[1], length, result);
    tell_text(compare, length, result, data, size);
}

void fz_replay(struct fz_compares *compares, const uint8_t *data, size_t size) {
    uint32_t count = compares->count < FZ_COMPARES ? compares->count : FZ_COMPARES;
    for (uint32_t i = 0; i < count; i++) {
        const struct fz_compare *compare = &compares->all[i];
        if (compare->bytes == 0) {
            replay_text(compare, data, size);
        } else {
            replay_numbers(compare, data, size);
        }
    }
    compares->count = 0;
}
