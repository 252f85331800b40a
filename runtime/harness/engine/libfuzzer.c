/* libFuzzer in the program's process.

   It keeps operands to mutate with in tables of 4-byte and 8-byte values; 16-bit operands reported as 32-bit ones are
   also tried as 16-bit ones. For a switch it keeps the cases next to the value, and only if the value has 32 or 64
   bits. */
#include "engine.h"
#include "stack.h"

#include <string.h>

extern int __real_LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *, size_t));
/* libFuzzer's own variable, which it sets to the current stack pointer before each run. */
extern __thread uintptr_t __sancov_lowest_stack __attribute__((tls_model("initial-exec")));

static int (*one_of_all)(const uint8_t *, size_t);
/* The depth in a run in another process. */
static uint64_t depth_elsewhere;

static int run_listening(const uint8_t *data, size_t size) {
    depth_elsewhere = 0;
    fz_stack_listen();
    int answer = one_of_all(data, size);
    uint64_t depth = fz_stack_depth();
    depth = depth > depth_elsewhere ? depth : depth_elsewhere;
    uintptr_t lowest = (uintptr_t)__builtin_frame_address(0) - depth;
    if (depth && lowest < __sancov_lowest_stack) {
        __sancov_lowest_stack = lowest;
    }
    return answer;
}

/* Called by whatever starts the engine: the harness's main, `program.c`, or the program itself. */
__attribute__((visibility("default"))) int __wrap_LLVMFuzzerRunDriver(int *argc, char ***argv,
                                                                      int (*one)(const uint8_t *, size_t)) {
    one_of_all = one;
    return __real_LLVMFuzzerRunDriver(argc, argv, run_listening);
}

int fz_engine_run(int argc, char **argv, int (*one)(const uint8_t *, size_t)) {
    return __wrap_LLVMFuzzerRunDriver(&argc, &argv, one);
}

bool fz_engine_wants_compares(void) {
    return true;
}

/* libFuzzer's callbacks are always open. */
void fz_engine_open_compares(bool are_wanted) {
    (void)are_wanted;
}

void fz_engine_begin_depth(void) {
    fz_stack_listen();
}

uint64_t fz_engine_depth(void) {
    return fz_stack_depth();
}

void fz_engine_tell_depth(uint64_t depth) {
    depth_elsewhere = depth;
}

void __real___sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);

#define AS_32_BITS __real___sanitizer_cov_trace_cmp4(a, b)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_cmp2, uint16_t, FZ_NUMBERS, AS_32_BITS)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_const_cmp2, uint16_t, FZ_CONSTANT, AS_32_BITS)

/* Finds the nearest cases below and above a switch's value; returns how many there are. `cases`: their number, the
   value's width in bits, then the cases in order. */
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
    uint8_t bytes = fz_switch_bytes(cases);
    uint64_t found[2];
    for (int at = neighbours(value, cases, found); at-- > 0;) {
        fz_note(place, bytes, FZ_CASE, value, found[at]);
    }
}

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
FZ_SHOWN void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    uint64_t found[2];
    if (cases[1] == 16) {
        for (int at = neighbours(value, cases, found); at-- > 0;) {
            __real___sanitizer_cov_trace_cmp4((uint32_t)value, (uint32_t)found[at]);
        }
    }
    if (__builtin_expect(fz_compares != NULL, 0)) {
        note_cases(FZ_HERE, value, cases);
    }
    __attribute__((musttail)) return __real___sanitizer_cov_trace_switch(value, cases);
}

void __wrap___sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b);
void __wrap___sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);
void __wrap___sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b);
extern __typeof__(__sanitizer_weak_hook_memcmp) __real___sanitizer_weak_hook_memcmp;

/* libFuzzer identifies places by a callback's return address, so several are needed. */
#define PLACES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define AT(at, call)                                                                                                   \
    case at:                                                                                                           \
        [[clang::nomerge]] call;                                                                                       \
        break;
#define AT_1(at) AT(at, __wrap___sanitizer_cov_trace_cmp1((uint8_t)compare->a, (uint8_t)compare->b))
#define AT_2(at) AT(at, __wrap___sanitizer_cov_trace_cmp2((uint16_t)compare->a, (uint16_t)compare->b))
#define AT_4(at) AT(at, __wrap___sanitizer_cov_trace_cmp4((uint32_t)compare->a, (uint32_t)compare->b))
#define AT_8(at) AT(at, __wrap___sanitizer_cov_trace_cmp8(compare->a, compare->b))

/* libFuzzer tries an entry of its tables about once in a hundred executions, at a matching place, byte-swapped, or off
   by one. That is enough at a million executions a second, but whole programs run a thousand times more slowly. So
   compares that no run has solved are also replayed as memory compares: a window of the input around the operand,
   against the same window with the other operand in its place; and as a search for that. This tells libFuzzer what to
   put where; for single bytes nothing else does.

   The place is narrowed down over several runs, to the places where the operand was found each time. */
#define QUESTIONS 1024
#define WINDOW 64
#define IN_QUESTION 256
struct question {
    uint32_t place;
    bool is_solved;
    /* Bit sets of candidate places in the input: operand `a` first, then `b`; in native byte order, then reversed. */
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

/* Not memcmp, which a sanitizer may intercept. */
static bool is_same(const uint8_t *a, const uint8_t *b, size_t bytes) {
    for (size_t at = 0; at < bytes; at++) {
        if (a[at] != b[at]) {
            return false;
        }
    }
    return true;
}

/* Removes the candidate places where the operand is not found, and starts over if none is left. Returns one of those
   left, or -1. */
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

/* The question of a place, or NULL if it is solved and not replayed this time. */
static struct question *unsolved(uint32_t place, int is_solved) {
    struct question *question = &questions[place % QUESTIONS];
    if (question->place != place) {
        question->place = place;
        question->is_solved = 0;
        memset(question->where, 0xff, sizeof question->where);
    }
    question->is_solved |= is_solved != 0;
    /* Now and then also one that was solved before: it may be on the way to the next one. */
    bool is_idle = is_solved || (question->is_solved && random_number() % 16);
    return is_idle ? NULL : question;
}

/* Replays the input with `other` in place of `operand`, if the operand's place is known. */
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
    /* The cases of a switch share one place. */
    uint32_t place = compare->place + (compare->kind == FZ_CASE ? (uint32_t)compare->b * 31 : 0);
    struct question *question = unsolved(place, compare->a == compare->b);
    const uint64_t operands[2] = {compare->a, compare->b};
    int first = compare->kind == FZ_CONSTANT, end = compare->kind == FZ_CASE ? 1 : 2;
    for (int which = first; question && which < end; which++) {
        for (int reversed = 0; reversed < (compare->bytes > 1 ? 2 : 1); reversed++) {
            uint8_t operand[8], other[8];
            to_bytes(operands[which], compare->bytes, reversed, operand);
            /* Every second time off by one: compares may also be greater or less. */
            uint32_t dice = compare->kind == FZ_CASE ? 0 : random_number() % 4;
            to_bytes(operands[!which] + (dice == 1) - (dice == 2), compare->bytes, reversed, other);
            tell_solved(place, question->where[which][reversed], operand, other, compare->bytes, data, size);
        }
    }
}

void fz_engine_tell_text(const struct fz_compare *compare, size_t length, bool differ, const uint8_t *data, size_t size) {
    struct question *question = unsolved(compare->place, !differ);
    for (int which = 0; question && length > 0 && which < 2; which++) {
        const uint8_t *operand = compare->text[which], *other = compare->text[!which];
        tell_solved(compare->place, question->where[which][0], operand, other, length, data, size);
    }
}

void fz_engine_tell_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size) {
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
