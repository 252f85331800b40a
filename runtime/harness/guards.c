/* What guard blocks call: an operation of integers was out of range. Reports each guard once, in the types of the source,
   and goes on, unless FZ_GUARD says otherwise. Called at any time and from anywhere, signal handlers and code before `main`
   too: it takes no lock and no memory, and a report is one write. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As the pass lays it out. */
struct guard {
    const char *file, *type_a, *type_b;
    uint32_t line, column;
    uint16_t kind, shape_a, shape_b, bits;
    uint32_t reported, unused;
};
_Static_assert(sizeof(struct guard) == FZ_GUARD_BYTES, "the pass's layout");

enum { ADD = 1, SUB, MUL, NEGATE, DIVIDE, SHIFT, CONVERT, INDEX, LOAD, LENGTH };
enum { SIGN = 0x8000 };

struct line {
    char text[512];
    size_t length;
};

static void put(struct line *line, const char *text) {
    while (*text && line->length < sizeof line->text - 1)
        line->text[line->length++] = *text++;
}

static void put_natural(struct line *line, unsigned __int128 number) {
    char digits[40];
    size_t at = sizeof digits;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + (int)(number % 10));
    while (number /= 10);
    put(line, digits + at);
}

/* A number of a shape's bits and sign. */
struct number {
    uint16_t shape;
    unsigned __int128 value;
};

static unsigned bits_of(uint16_t shape) {
    return shape & (SIGN - 1);
}

static bool is_negative(struct number number) {
    return (number.shape & SIGN) && number.value >> (bits_of(number.shape) - 1) & 1;
}

/* Wider ones than a word are passed by address; a negation has no second one. */
static struct number of_word(uint16_t shape, uint64_t word) {
    struct number number = {shape, word};
    unsigned bits = bits_of(shape);
    if (bits > 64 && word)
        memcpy(&number.value, (const void *)(uintptr_t)word, sizeof number.value);
    else if (bits && bits < 64)
        number.value &= ((unsigned __int128)1 << bits) - 1;
    return number;
}

static void put_number(struct line *line, struct number number) {
    if (is_negative(number)) {
        put(line, "-");
        unsigned bits = bits_of(number.shape);
        number.value = -number.value;
        if (bits < 128)
            number.value &= ((unsigned __int128)1 << bits) - 1;
    }
    put_natural(line, number.value);
}

static void put_shape(struct line *line, uint16_t shape, uint16_t bits) {
    put(line, shape & SIGN ? "int" : "uint");
    put_natural(line, bits ? bits : bits_of(shape));
}

/* clang's name of a type, which stands between quotes. */
static void put_type(struct line *line, const char *name) {
    put(line, name ? name : "?");
}

static void operation(struct line *line, struct number a, const char *sign, struct number b) {
    put_number(line, a);
    put(line, sign);
    put_number(line, b);
}

static void shift(struct line *line, const struct guard *guard, struct number a, struct number b) {
    put_shape(line, guard->shape_a, 0);
    bool is_amount = is_negative(b) || b.value >= bits_of(guard->shape_a);
    if (is_amount) {
        put(line, " shift amount: ");
        put_number(line, a);
        put(line, " by ");
        put_number(line, b);
        return;
    }
    put(line, is_negative(a) ? " shift of a negative number: " : " shift loses bits: ");
    operation(line, a, " << ", b);
}

static void describe(struct line *line, const struct guard *guard, uint64_t word_a, uint64_t word_b) {
    struct number a = of_word(guard->shape_a, word_a);
    /* Both operands are of one type where there is one. */
    struct number b = of_word(guard->shape_b ? guard->shape_b : guard->shape_a, word_b);
    switch (guard->kind) {
    case ADD:
    case SUB:
    case MUL:
        put_shape(line, guard->shape_a, 0);
        put(line, " overflow: ");
        operation(line, a, guard->kind == ADD ? " + " : guard->kind == SUB ? " - " : " * ", b);
        break;
    case NEGATE:
        put_shape(line, guard->shape_a, 0);
        put(line, " overflow: -(");
        put_number(line, a);
        put(line, ")");
        break;
    case DIVIDE:
        put_shape(line, guard->shape_a, 0);
        put(line, b.value ? " overflow: " : " division by zero: ");
        operation(line, a, " / ", b);
        break;
    case SHIFT:
        shift(line, guard, a, b);
        break;
    case CONVERT:
        put_shape(line, guard->shape_b, guard->bits);
        put(line, " out of range: ");
        put_shape(line, guard->shape_a, 0);
        put(line, " ");
        put_number(line, a);
        put(line, " becomes ");
        put_number(line, b);
        break;
    case INDEX:
        put(line, "index out of bounds: ");
        put_number(line, a);
        put(line, " of ");
        put_type(line, guard->type_b);
        break;
    case LOAD:
        put(line, "no value of ");
        put_type(line, guard->type_a);
        put(line, ": ");
        put_number(line, a);
        break;
    case LENGTH:
        put(line, "array length: ");
        put_number(line, a);
        break;
    }
}

static void report(const struct guard *guard, uint64_t a, uint64_t b) {
    struct line line = {.length = 0};
    put(&line, guard->file);
    put(&line, ":");
    put_natural(&line, guard->line);
    put(&line, ":");
    put_natural(&line, guard->column);
    put(&line, ": ");
    describe(&line, guard, a, b);
    line.text[line.length++] = '\n';
    int before = errno;
    ssize_t written = write(STDERR_FILENO, line.text, line.length);
    (void)written;
    errno = before;
}

enum mode { UNKNOWN, COUNT, REPORT, TRAP, SIGNAL };

/* In-process engines. */
__attribute__((weak)) extern char LLVMFuzzerRunDriver, fz_libafl_main, HF_ITER;

static enum mode mode(void) {
    static int known;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (answer)
        return (enum mode)answer;
    const char *word = getenv("FZ_GUARD");
    if (!word || !*word) {
        bool is_fuzzed = getenv(FZ_SHM_ID) || &LLVMFuzzerRunDriver || &fz_libafl_main || &HF_ITER;
        answer = is_fuzzed ? COUNT : REPORT;
    } else if (strcmp(word, "count") == 0) {
        answer = COUNT;
    } else if (strcmp(word, "trap") == 0) {
        answer = TRAP;
    } else if (strcmp(word, "signal") == 0) {
        answer = SIGNAL;
    } else {
        if (strcmp(word, "report") != 0) {
            static const char unknown[] = "fz: FZ_GUARD is one of count, report, trap, signal; `report` is meant now\n";
            ssize_t written = write(STDERR_FILENO, unknown, sizeof unknown - 1);
            (void)written;
        }
        answer = REPORT;
    }
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return (enum mode)answer;
}

__attribute__((visibility("default"))) void __fz_guard_hit(struct guard *guard, uint64_t a, uint64_t b) {
    enum mode now = mode();
    if (now == COUNT)
        return;
    if (!__atomic_exchange_n(&guard->reported, 1, __ATOMIC_RELAXED))
        report(guard, a, b);
    if (now == TRAP)
        __builtin_trap();
    if (now == SIGNAL)
        raise(SIGUSR2);
}
