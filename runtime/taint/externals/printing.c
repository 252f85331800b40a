/* Formatted text in memory: libc writes it, and then each conversion is traced back to its argument. */
#include "formats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The next argument: in the register save area, of which `used` bytes are consumed, or in the overflow area. */
static const char *next(struct va *va, uint32_t *used, uint32_t end, uint32_t step) {
    const char *place = *used < end ? va->registers + *used : va->overflow;
    if (*used < end)
        *used += step;
    else
        va->overflow += 8;
    return place;
}

static const char *next_integer(struct va *va) { return next(va, &va->integers, INTEGERS, 8); }

static const char *next_double(struct va *va) { return next(va, &va->floats, FZ_REGISTERS, 16); }

static const char *next_long_double(struct va *va) {
    char *place = (char *)(((uintptr_t)va->overflow + 15) & ~(uintptr_t)15);
    va->overflow = place + 16;
    return place;
}

/* The formatted text, as far as there is room. */
struct text {
    char *begin;
    uint64_t at, room;
    /* Whether the arguments' labels are in the shadow of the places that they are stored in. */
    bool is_labelled;
};

static uint64_t fitting(const struct text *text, uint64_t at, uint64_t bytes) {
    uint64_t left = at < text->room ? text->room - at : 0;
    return bytes < left ? bytes : left;
}

static void label(const struct text *text, uint64_t bytes, label_t label) {
    __fz_taint_fill(text->begin + text->at, fitting(text, text->at, bytes), label);
}

#define LONGEST 64

/* How many bytes a conversion writes, determined by calling libc with its arguments. -1: unknown. */
static int64_t length_of(const struct conversion *conversion, int width, int precision, const char *place) {
    _Alignas(16) char row[64];
    char format[LONGEST];
    size_t length = (size_t)(conversion->end - conversion->begin), at = 0;
    if (length >= LONGEST)
        return -1;
    raw_move(format, conversion->begin, length);
    format[length] = 0;
    if (conversion->takes_width) {
        raw_move(row + at, &width, sizeof width);
        at += 8;
    }
    if (conversion->takes_precision) {
        raw_move(row + at, &precision, sizeof precision);
        at += 8;
    }
    bool is_long_double = conversion->bytes == 16;
    at = is_long_double ? (at + 15) & ~(size_t)15 : at;
    if (place)
        raw_move(row + at, place, is_long_double ? 16 : 8);
    struct va va = {INTEGERS, FZ_REGISTERS, row, NULL};
    va_list list;
    raw_move(list, &va, sizeof va);
    return ORIGINAL(vsnprintf, int (*)(char *, size_t, const char *, va_list))(NULL, 0, format, list);
}

/* A string is at one end of its field. */
static void label_string(struct text *text, const char *from, int64_t most, uint64_t bytes, bool is_left) {
    uint64_t limit = most >= 0 && (uint64_t)most < bytes ? (uint64_t)most : bytes;
    uint64_t length = strnlen(from, limit), padding = bytes - length;
    label(text, bytes, 0);
    uint64_t at = text->at + (is_left ? 0 : padding);
    __fz_taint_copy(text->begin + at, from, fitting(text, at, length));
}

static label_t wide_label(const int32_t *from, int64_t most) {
    int64_t count = 0;
    while (count != most && from[count])
        count++;
    return label_of(from, (uint64_t)(count + (count != most)) * sizeof *from);
}

/* A character is its argument's lowest byte. */
static label_t argument_label(const struct conversion *conversion, const char *place) {
    bool is_byte = conversion->letter == 'c' && !conversion->is_wide;
    return label_of(place, is_byte ? 1 : conversion->bytes);
}

/* False: the positions of later conversions are unknown. */
static bool convert(struct text *text, const struct conversion *conversion, struct va *va) {
    int width = 0, precision = (int)conversion->precision;
    if (conversion->takes_width)
        width = *(const int *)next_integer(va);
    if (conversion->takes_precision)
        precision = *(const int *)next_integer(va);
    const char *place = NULL;
    uint64_t bytes = conversion->bytes;
    switch (conversion->letter) {
    case 0:
        return false;
    case '%':
    case 'm':
        break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        place = bytes == 16 ? next_long_double(va) : next_double(va);
        break;
    default:
        place = next_integer(va);
    }
    if (conversion->letter == 'n') {
        clear_labels(*(void *const *)place, bytes);
        return true;
    }
    int64_t length = length_of(conversion, width, precision, place);
    if (length < 0)
        return false;
    const void *pointed = conversion->letter == 's' ? *(const void *const *)place : NULL;
    if (pointed && conversion->is_wide)
        label(text, (uint64_t)length, wide_label(pointed, precision));
    else if (pointed)
        label_string(text, pointed, precision, (uint64_t)length, conversion->is_left || width < 0);
    else
        label(text, (uint64_t)length, place && text->is_labelled ? argument_label(conversion, place) : 0);
    text->at += (uint64_t)length;
    return true;
}

static void label_all(struct text *text, const char *format, struct va *va) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        label(text, plain, 0);
        text->at += plain;
        format += plain;
        if (!*format)
            return;
        struct conversion conversion = conversion_at(format, false);
        if (!convert(text, &conversion, va))
            return;
        format = conversion.end;
    }
}

/* Labels `written` bytes, of which `room` exist, and a NUL. */
static void made(char *to, size_t room, int written, const char *format, va_list list, bool is_labelled) {
    if (written < 0 || !room || !has_labels)
        return;
    size_t bytes = (size_t)written < room ? (size_t)written : room - 1;
    struct text text = {to, 0, bytes, is_labelled};
    clear_labels(to, bytes + 1);
    struct va va;
    raw_move(&va, list, sizeof va);
    label_all(&text, format, &va);
}

/* Stores the labels of a variadic call's arguments in the shadow of what its `va_list` points to. */
static void arguments_begin(va_list list, bool is_labelled) {
    if (is_labelled)
        __fz_taint_va_start(list, __fz_taint_variadic, __fz_taint_overflow);
}

#define NAMES(...) __VA_ARGS__

/* A variadic function that writes this much, and its variant that takes a `va_list`. */
#define PRINTING(name, with_list, parameters, passed, room)                                                            \
    INTERPOSE(int, with_list, NAMES parameters, const char *format, va_list list) {                                    \
        bool is_labelled = ENTERED(with_list);                                                                         \
        va_list again;                                                                                                 \
        va_copy(again, list);                                                                                          \
        int written = WRITE(with_list, parameters, passed, list);                                                      \
        made(to, room, written, format, again, is_labelled);                                                           \
        va_end(again);                                                                                                 \
        RETURN(is_labelled, with_list, 0);                                                                             \
        return written;                                                                                                \
    }                                                                                                                  \
    INTERPOSE(int, name, NAMES parameters, const char *format, ...) {                                                  \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list list, again;                                                                                           \
        va_start(list, format);                                                                                        \
        arguments_begin(list, is_labelled);                                                                            \
        va_copy(again, list);                                                                                          \
        int written = WRITE(with_list, parameters, passed, list);                                                      \
        made(to, room, written, format, again, is_labelled);                                                           \
        va_end(again);                                                                                                 \
        va_end(list);                                                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return written;                                                                                                \
    }
#define WRITE(name, parameters, passed, list)                                                                          \
    ORIGINAL(name, int (*)(NAMES parameters, const char *, va_list))(NAMES passed, format, list)

PRINTING(sprintf, vsprintf, (char *to), (to), SIZE_MAX)
PRINTING(snprintf, vsnprintf, (char *to, size_t room), (to, room), room)
PRINTING(__sprintf_chk, __vsprintf_chk, (char *to, int flag, size_t space), (to, flag, space), SIZE_MAX)
PRINTING(__snprintf_chk, __vsnprintf_chk, (char *to, size_t room, int flag, size_t space), (to, room, flag, space), room)

static void allocated(char **to, int written, const char *format, va_list list, bool is_labelled) {
    clear_labels(to, sizeof *to);
    if (written >= 0)
        made(*to, (size_t)written + 1, written, format, list, is_labelled);
}

#define ALLOCATING(name, with_list, parameters, passed)                                                                \
    INTERPOSE(int, with_list, NAMES parameters, const char *format, va_list list) {                                    \
        bool is_labelled = ENTERED(with_list);                                                                         \
        va_list again;                                                                                                 \
        va_copy(again, list);                                                                                          \
        int written = WRITE(with_list, parameters, passed, list);                                                      \
        allocated(to, written, format, again, is_labelled);                                                            \
        va_end(again);                                                                                                 \
        RETURN(is_labelled, with_list, 0);                                                                             \
        return written;                                                                                                \
    }                                                                                                                  \
    INTERPOSE(int, name, NAMES parameters, const char *format, ...) {                                                  \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list list, again;                                                                                           \
        va_start(list, format);                                                                                        \
        arguments_begin(list, is_labelled);                                                                            \
        va_copy(again, list);                                                                                          \
        int written = WRITE(with_list, parameters, passed, list);                                                      \
        allocated(to, written, format, again, is_labelled);                                                            \
        va_end(again);                                                                                                 \
        va_end(list);                                                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return written;                                                                                                \
    }
ALLOCATING(asprintf, vasprintf, (char **to), (to))
ALLOCATING(__asprintf_chk, __vasprintf_chk, (char **to, int flag), (to, flag))
