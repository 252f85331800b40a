/* The text of a report, with the types of the source. Numbers have up to 128 bits. */
#ifndef FZ_GUARDS_TEXT_H
#define FZ_GUARDS_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fz_abi.h"

static const char *const kinds[] = {"", FZ_GUARD_KINDS};
_Static_assert(sizeof kinds / sizeof *kinds == FZ_GUARD_BUILTIN + 1, "a word for each kind");
static const char *const builtins[] = {FZ_GUARD_BUILTINS};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* On the stack, which may be a signal handler's own. */
struct line {
    char text[3072];
    size_t length;
    /* Inside a JSON string. */
    bool is_quoted;
};

static void put_byte(struct line *line, char byte) {
    if (line->length < sizeof line->text)
        line->text[line->length++] = byte;
}

static bool is_full(const struct line *line) {
    return line->length == sizeof line->text;
}

static void put_escaped(struct line *line, unsigned char byte) {
    static const char digits[] = "0123456789abcdef";
    put_byte(line, '\\');
    if (byte >= ' ') {
        put_byte(line, (char)byte);
        return;
    }
    put_byte(line, 'u');
    put_byte(line, '0');
    put_byte(line, '0');
    put_byte(line, digits[byte >> 4]);
    put_byte(line, digits[byte & 15]);
}

/* At most this many bytes, cut at a character boundary. */
static void put_some(struct line *line, const char *text, size_t most) {
    size_t length = strnlen(text, most + 1);
    if (length > most)
        for (length = most; length && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    for (size_t at = 0; at < length; at++) {
        unsigned char byte = (unsigned char)text[at];
        if (line->is_quoted && (byte < ' ' || byte == '"' || byte == '\\'))
            put_escaped(line, byte);
        else
            put_byte(line, (char)byte);
    }
}

static void put(struct line *line, const char *text) {
    enum { MOST = 1024 };
    put_some(line, text, MOST);
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

/* A number with the width and sign of a shape. */
struct number {
    uint16_t shape;
    unsigned __int128 value;
};

static unsigned bits_of(uint16_t shape) {
    return shape & (FZ_GUARD_SIGNED - 1);
}

static bool is_negative(struct number number) {
    return (number.shape & FZ_GUARD_SIGNED) && bits_of(number.shape) <= 128 && number.value >> (bits_of(number.shape) - 1) & 1;
}

/* Numbers wider than a word are passed by address. */
static struct number of_word(uint16_t shape, uint64_t word) {
    struct number number = {shape, word};
    unsigned bits = bits_of(shape);
    if (bits > 64)
        memcpy(&number.value, (const void *)(uintptr_t)word, sizeof number.value);
    else if (bits && bits < 64)
        number.value &= ((unsigned __int128)1 << bits) - 1;
    return number;
}

static void put_number(struct line *line, struct number number) {
    if (bits_of(number.shape) > 128) {
        put(line, "?");
        return;
    }
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
    put(line, shape & FZ_GUARD_SIGNED ? "int" : "uint");
    put_natural(line, bits ? bits : bits_of(shape));
}

/* A type name as clang prints it, which is quoted. */
static void put_type(struct line *line, const char *name) {
    put(line, name ? name : "?");
}

/* Which builtin it is. */
static void put_builtin(struct line *line, const struct fz_guard *guard) {
    put(line, guard->bits < BUILTINS ? builtins[guard->bits] : "?");
}

static void operation(struct line *line, struct number a, const char *sign, struct number b) {
    put_number(line, a);
    put(line, sign);
    put_number(line, b);
}

/* The size, or the product of two numbers. */
static void put_size(struct line *line, const struct fz_guard *guard, struct number a, struct number b) {
    if (guard->shape_b)
        operation(line, a, " * ", b);
    else
        put_number(line, a);
}

static void shift(struct line *line, const struct fz_guard *guard, struct number a, struct number b) {
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

static struct number first(const struct fz_guard *guard, uint64_t word) {
    return of_word(guard->shape_a, word);
}

static bool has_second(const struct fz_guard *guard) {
    switch (guard->kind) {
    case FZ_GUARD_ADD:
    case FZ_GUARD_SUB:
    case FZ_GUARD_MUL:
    case FZ_GUARD_DIVIDE:
    case FZ_GUARD_SHIFT:
    case FZ_GUARD_CONVERT:
        return true;
    case FZ_GUARD_ALLOCATE:
    case FZ_GUARD_COPY:
        return guard->shape_b != 0;
    default:
        return false;
    }
}

/* Both operands have the same type if there is only one. */
static struct number second(const struct fz_guard *guard, uint64_t word) {
    return of_word(guard->shape_b ? guard->shape_b : guard->shape_a, word);
}

static void describe(struct line *line, const struct fz_guard *guard, uint64_t word_a, uint64_t word_b) {
    struct number a = first(guard, word_a);
    struct number b = {0, 0};
    if (has_second(guard))
        b = second(guard, word_b);
    switch (guard->kind) {
    case FZ_GUARD_ADD:
    case FZ_GUARD_SUB:
    case FZ_GUARD_MUL:
        put_shape(line, guard->shape_a, 0);
        put(line, " overflow: ");
        operation(line, a, guard->kind == FZ_GUARD_ADD ? " + " : guard->kind == FZ_GUARD_SUB ? " - " : " * ", b);
        break;
    case FZ_GUARD_NEGATE:
        put_shape(line, guard->shape_a, 0);
        put(line, " overflow: -(");
        put_number(line, a);
        put(line, ")");
        break;
    case FZ_GUARD_DIVIDE:
        put_shape(line, guard->shape_a, 0);
        put(line, b.value ? " overflow: " : " division by zero: ");
        operation(line, a, " / ", b);
        break;
    case FZ_GUARD_SHIFT:
        shift(line, guard, a, b);
        break;
    case FZ_GUARD_CONVERT:
        put_shape(line, guard->shape_b, guard->bits);
        put(line, " out of range: ");
        put_shape(line, guard->shape_a, 0);
        put(line, " ");
        put_number(line, a);
        put(line, " becomes ");
        put_number(line, b);
        break;
    case FZ_GUARD_INDEX:
        put(line, "index out of bounds: ");
        put_number(line, a);
        put(line, " of ");
        put_type(line, guard->type_b);
        break;
    case FZ_GUARD_LOAD:
        put(line, "no value of ");
        put_type(line, guard->type_a);
        put(line, ": ");
        put_number(line, a);
        break;
    case FZ_GUARD_LENGTH:
        put(line, "array length: ");
        put_number(line, a);
        break;
    case FZ_GUARD_ALLOCATE:
        put(line, "allocation size: ");
        put_size(line, guard, a, b);
        break;
    case FZ_GUARD_COPY:
        put(line, "copy length: ");
        put_size(line, guard, a, b);
        break;
    case FZ_GUARD_BUILTIN:
        put(line, "__builtin_");
        put_builtin(line, guard);
        put(line, " of ");
        put_number(line, a);
        break;
    }
}

/* How reliable the types are, where the compiler did not state them. */
static const char *confidence(const struct fz_guard *guard) {
    if (guard->flags & FZ_GUARD_GUESSED)
        return "guessed";
    return guard->flags & FZ_GUARD_INFERRED ? "inferred" : "";
}

/* The name that distinguishes the guards of one place, as in the records of edges. */
static void put_name(struct line *line, const struct fz_guard *guard) {
    size_t from = line->length;
    const char *type = guard->kind == FZ_GUARD_INDEX ? guard->type_b : guard->type_a;
    put(line, kinds[guard->kind]);
    switch (guard->kind) {
    case FZ_GUARD_INDEX:
    case FZ_GUARD_LOAD:
        put(line, " of ");
        put_some(line, type ? type : "?", FZ_GUARD_NAME_MAX - (line->length - from));
        break;
    case FZ_GUARD_BUILTIN:
        put(line, " ");
        put_builtin(line, guard);
        break;
    case FZ_GUARD_CONVERT:
        put(line, " ");
        put_shape(line, guard->shape_a, 0);
        put(line, " to ");
        put_shape(line, guard->shape_b, guard->bits);
        break;
    default:
        put(line, " ");
        put_shape(line, guard->shape_a, 0);
    }
}

/* A report as a line of text … */
static void put_text(struct line *line, const struct fz_guard *guard, uint64_t a, uint64_t b) {
    put(line, guard->file);
    put(line, ":");
    put_natural(line, guard->line);
    put(line, ":");
    put_natural(line, guard->column);
    put(line, ": ");
    describe(line, guard, a, b);
    if (guard->flags) {
        put(line, " (types are ");
        put(line, confidence(guard));
        put(line, ")");
    }
    put_byte(line, '\n');
}

static void put_key(struct line *line, const char *key) {
    put(line, line->length ? ",\"" : "{\"");
    put(line, key);
    put(line, "\":");
}

static void begin(struct line *line, const char *key) {
    put_key(line, key);
    put(line, "\"");
    line->is_quoted = true;
}

static void end(struct line *line) {
    line->is_quoted = false;
    put(line, "\"");
}

/* … and as a JSON object. Operands are strings, because not every reader has 128-bit numbers. */
static void put_json(struct line *line, const struct fz_guard *guard, uint64_t a, uint64_t b) {
    begin(line, "file");
    put(line, guard->file);
    end(line);
    put_key(line, "line");
    put_natural(line, guard->line);
    put_key(line, "column");
    put_natural(line, guard->column);
    begin(line, "kind");
    put(line, kinds[guard->kind]);
    end(line);
    begin(line, "name");
    put_name(line, guard);
    end(line);
    begin(line, "type");
    put_shape(line, guard->shape_a, 0);
    end(line);
    put_key(line, "operands");
    put(line, "[\"");
    put_number(line, first(guard, a));
    if (has_second(guard)) {
        put(line, "\",\"");
        put_number(line, second(guard, b));
    }
    put(line, "\"]");
    begin(line, "text");
    describe(line, guard, a, b);
    end(line);
    if (guard->flags) {
        begin(line, "types");
        put(line, confidence(guard));
        end(line);
    }
    put(line, "}\n");
}

#endif
