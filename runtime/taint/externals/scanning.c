/* `scanf`: libc parses the text, with a `%n` added before and after each conversion that tells which bytes it took. */
#include "formats.h"
#include "streams.h"

#include <stdarg.h>
#include <string.h>
#include <wchar.h>

/* Where the bytes come from: a string, or a stream of the input. */
struct source {
    const char *text;
    const struct reading *reading;
};

static void labels_of(const struct source *source, uint64_t at, label_t *labels, uint64_t count) {
    for (uint64_t byte = 0; byte < count; byte++)
        labels[byte] = source->text ? label_of(source->text + at + byte, 1) : reading_label(source->reading, at + byte);
}

#define CHUNK 64

static label_t union_of(const struct source *source, uint64_t begin, uint64_t end) {
    label_t whole = 0, labels[CHUNK];
    for (; begin < end; begin += CHUNK) {
        uint64_t count = end - begin < CHUNK ? end - begin : CHUNK;
        labels_of(source, begin, labels, count);
        whole = __fz_taint_union(whole, __fz_taint_union_row(labels, count));
    }
    return whole;
}

/* The conversions that store something, and the start and end of the bytes that each of them took. */
#define MOST 64
struct plan {
    struct conversion conversions[MOST];
    void *to[MOST];
    int begin[MOST], end[MOST];
    int count;
    /* The format with the added conversions, and the pointers that all of them store to. */
    char *format;
    void *words[3 * MOST];
};

static void *next_pointer(struct va *va) {
    char *place = va->integers < INTEGERS ? va->registers + va->integers : va->overflow;
    if (va->integers < INTEGERS)
        va->integers += 8;
    else
        va->overflow += 8;
    return *(void **)place;
}

static char *put(char *to, const char *from, size_t bytes) {
    raw_move(to, from, bytes);
    return to + bytes;
}

/* False: there is an unknown conversion, or there are too many. */
static bool planned(struct plan *plan, const char *format, struct va *va) {
    char *to = plan->format;
    int words = plan->count = 0;
    while (*format) {
        size_t plain = strcspn(format, "%");
        to = put(to, format, plain);
        format += plain;
        if (!*format)
            break;
        struct conversion found = conversion_at(format, true);
        bool writes = !found.is_suppressed && found.letter != '%';
        if (!found.letter || (writes && plan->count == MOST))
            return false;
        if (writes) {
            int number = plan->count++;
            plan->conversions[number] = found;
            plan->to[number] = next_pointer(va);
            plan->begin[number] = plan->end[number] = -1;
            plan->words[words++] = &plan->begin[number];
            plan->words[words++] = plan->to[number];
            plan->words[words++] = &plan->end[number];
            to = put(to, "%n", 2);
        }
        to = put(to, format, (size_t)(found.end - format));
        if (writes)
            to = put(to, "%n", 2);
        format = found.end;
    }
    *to = 0;
    return true;
}

/* Labels a stored text: a string consists of the last bytes taken. */
static void label_text(const struct source *source, const struct conversion *conversion, char *to, uint64_t begin,
                       uint64_t end) {
    bool is_string = conversion->letter != 'c';
    if (conversion->is_wide) {
        size_t count = is_string ? wcslen((wchar_t *)to) + 1 : conversion->width > 0 ? (size_t)conversion->width : 1;
        __fz_taint_fill(to, count * sizeof(wchar_t), union_of(source, begin, end));
        return;
    }
    uint64_t length = is_string ? strlen(to) : conversion->width > 0 ? (uint64_t)conversion->width : 1;
    length = length < end - begin ? length : end - begin;
    for (uint64_t at = 0; at < length; at++) {
        label_t label;
        labels_of(source, end - length + at, &label, 1);
        __fz_taint_fill(to + at, 1, label);
    }
    if (is_string)
        clear_labels(to + length, 1);
}

static void label_outputs(const struct plan *plan, const struct source *source) {
    for (int at = 0; at < plan->count && plan->end[at] >= 0; at++) {
        const struct conversion *conversion = &plan->conversions[at];
        uint64_t begin = (uint64_t)plan->begin[at], end = (uint64_t)plan->end[at];
        char *to = plan->to[at];
        if (conversion->is_allocating) {
            clear_labels(to, sizeof(char *));
            to = *(char **)to;
        }
        if (conversion->letter == 'n')
            clear_labels(to, conversion->bytes);
        else if (conversion->letter == 'c' || conversion->letter == 's' || conversion->letter == '[')
            label_text(source, conversion, to, begin, end);
        else
            __fz_taint_fill(to, conversion->bytes, union_of(source, begin, end));
    }
}

/* How far libc got, as far as is known. */
static uint64_t taken(const struct plan *plan) {
    int most = 0;
    for (int at = 0; at < plan->count; at++)
        most = plan->end[at] > most ? plan->end[at] : most;
    return (uint64_t)most;
}

typedef int (*scan)(const void *, const char *, va_list);

/* `from` is a string, or a stream. */
static int scanned(scan scan, const void *from, bool is_stream, const char *format, va_list list) {
    struct reading reading = is_stream ? reading_begins((FILE *)(uintptr_t)from) : (struct reading){0};
    size_t length = strlen(format);
    char room[5 * CHUNK];
    struct plan plan = {.format = 5 * length < sizeof room ? room : take_pages(5 * length + 1)};
    struct va va;
    raw_move(&va, list, sizeof va);
    bool is_followed = (has_labels || reading.is_input) && plan.format && planned(&plan, format, &va);
    int answer;
    if (is_followed) {
        struct va words = {INTEGERS, FZ_REGISTERS, (char *)plan.words, NULL};
        va_list all;
        raw_move(all, &words, sizeof words);
        answer = scan(from, plan.format, all);
        struct source source = {is_stream ? NULL : from, &reading};
        label_outputs(&plan, &source);
    } else {
        answer = scan(from, format, list);
    }
    if (reading.is_input)
        reading_ends(&reading, input_is_pipe ? taken(&plan) : reading_took(&reading));
    if (plan.format && plan.format != room)
        give_pages(plan.format, 5 * length + 1);
    return answer;
}

/* The function that C23 renamed exists only in newer libcs under that name, and reads the same otherwise. */
#define EITHER(name, other)                                                                                            \
    ({                                                                                                                 \
        void *function = ORIGINAL(name, void *);                                                                       \
        (scan)(function ? function : ORIGINAL(other, void *));                                                         \
    })

/* A variadic function that scans, and its variant that takes a `va_list`. */
#define SCANNING(name, with_list, same, type, is_stream)                                                               \
    INTERPOSE(int, with_list, type *from, const char *format, va_list list) {                                          \
        bool is_labelled = ENTERED(with_list);                                                                         \
        int answer = scanned(EITHER(with_list, same), from, is_stream, format, list);                                  \
        RETURN(is_labelled, with_list, 0);                                                                             \
        return answer;                                                                                                 \
    }                                                                                                                  \
    INTERPOSE(int, name, type *from, const char *format, ...) {                                                        \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list list;                                                                                                  \
        va_start(list, format);                                                                                        \
        int answer = scanned(EITHER(with_list, same), from, is_stream, format, list);                                  \
        va_end(list);                                                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return answer;                                                                                                 \
    }
SCANNING(sscanf, vsscanf, vsscanf, const char, false)
SCANNING(__isoc99_sscanf, __isoc99_vsscanf, vsscanf, const char, false)
SCANNING(__isoc23_sscanf, __isoc23_vsscanf, __isoc99_vsscanf, const char, false)
SCANNING(fscanf, vfscanf, vfscanf, FILE, true)
SCANNING(__isoc99_fscanf, __isoc99_vfscanf, vfscanf, FILE, true)
SCANNING(__isoc23_fscanf, __isoc23_vfscanf, __isoc99_vfscanf, FILE, true)

#define SCANNING_STANDARD(name, with_list, stream_function, same)                                                      \
    INTERPOSE(int, with_list, const char *format, va_list list) {                                                      \
        bool is_labelled = ENTERED(with_list);                                                                         \
        int answer = scanned(EITHER(stream_function, same), stdin, true, format, list);                                \
        RETURN(is_labelled, with_list, 0);                                                                             \
        return answer;                                                                                                 \
    }                                                                                                                  \
    INTERPOSE(int, name, const char *format, ...) {                                                                    \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list list;                                                                                                  \
        va_start(list, format);                                                                                        \
        int answer = scanned(EITHER(stream_function, same), stdin, true, format, list);                                \
        va_end(list);                                                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return answer;                                                                                                 \
    }
SCANNING_STANDARD(scanf, vscanf, vfscanf, vfscanf)
SCANNING_STANDARD(__isoc99_scanf, __isoc99_vscanf, __isoc99_vfscanf, vfscanf)
SCANNING_STANDARD(__isoc23_scanf, __isoc23_vscanf, __isoc23_vfscanf, __isoc99_vfscanf)
