/* libstdc++'s input streams. libstdc++ stores what it reads in code without labels, so these interposers find out which
   bytes a call took, and label what it wrote with theirs. For programs that use libstdc++ as a shared library. */
#include "streams.h"

#include <string.h>

/* A `std::streambuf`: the start of its get area, the next character, and its end. */
struct buffer {
    void **functions;
    char *begin, *next, *end;
};

/* The position of a stream. */
struct source {
    struct buffer *buffer;
    /* `std::cin` usually reads stdin byte by byte. */
    struct reading reading;
    char *begin, *next, *end;
    /* The labels of the next byte, and of the last one in the buffer. */
    label_t first, last;
};

static struct buffer *buffer_of(void *stream) {
    /* The offset of a stream's virtual base is in its vtable. */
    char *base = (char *)stream + (*(ptrdiff_t **)stream)[-3];
    return ORIGINAL(_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv, struct buffer *(*)(void *))(base);
}

static bool is_unbuffered(const struct buffer *buffer) {
    void **table = ORIGINAL(_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE, void **);
    return table && buffer->functions == table + 2;
}

static struct source source_begins(void *stream) {
    struct source source = {.buffer = buffer_of(stream)};
    if (!source.buffer || !is_recording())
        source.buffer = NULL;
    else if (is_unbuffered(source.buffer))
        source.reading = reading_begins(stdin);
    else {
        source.begin = source.buffer->begin;
        source.next = source.buffer->next;
        source.end = source.buffer->end;
        came_first = came_last = 0;
        if (has_labels && source.next < source.end) {
            source.first = *shadow_of(source.next);
            source.last = *shadow_of(source.end - 1);
        }
    }
    return source;
}

/* Whether the bytes taken are still in the buffer. */
static bool is_there(const struct source *source) {
    const struct buffer *buffer = source->buffer;
    return buffer->begin == source->begin && buffer->end == source->end && buffer->next >= source->next;
}

/* A buffer that was refilled, perhaps several times, held consecutive bytes of the input. */
static label_t first_of(const struct source *source) { return source->first ? source->first : came_first; }

static label_t last_of(const struct source *source) {
    const struct buffer *buffer = source->buffer;
    if (has_labels && buffer->next > buffer->begin)
        return *shadow_of(buffer->next - 1);
    return came_first ? came_last : source->last;
}

/* How many bytes were taken. */
static uint64_t taken(const struct source *source) {
    const struct buffer *buffer = source->buffer;
    if (!buffer)
        return 0;
    if (source->reading.stream)
        return source->reading.is_input ? reading_took(&source->reading) : 0;
    if (is_there(source))
        return (uint64_t)(buffer->next - source->next);
    label_t first = first_of(source), last = last_of(source);
    return first && !(last & FZ_NODE) && last >= first ? last - first + 1 : 0;
}

static label_t label_at(const struct source *source, uint64_t at) {
    if (source->reading.stream)
        return reading_label(&source->reading, at);
    if (!has_labels)
        return 0;
    return is_there(source) ? *shadow_of(source->next + at) : first_of(source) + (label_t)at;
}

static label_t label_of_all(const struct source *source) {
    label_t whole = 0, row[64];
    uint64_t all = taken(source), at = 0;
    while (at < all) {
        uint64_t count = 0;
        for (; count < 64 && at < all; count++, at++)
            row[count] = label_at(source, at);
        whole = __fz_taint_union(whole, __fz_taint_union_row(row, count));
    }
    return whole;
}

/* Labels bytes that were copied from those taken, from the n-th on. */
static void label_bytes(const struct source *source, char *to, uint64_t bytes, uint64_t first) {
    uint64_t all = taken(source);
    for (uint64_t at = 0; at < bytes; at++)
        __fz_taint_fill(to + at, 1, first + at < all ? label_at(source, first + at) : 0);
}

#define NUMBER(name, type)                                                                                             \
    INTERPOSE(void *, name, void *stream, type *to) {                                                                  \
        bool is_labelled = ENTERED(name);                                                                              \
        struct source source = source_begins(stream);                                                                  \
        void *same = ORIGINAL(name, void *(*)(void *, type *))(stream, to);                                            \
        __fz_taint_fill(to, sizeof *to, label_of_all(&source));                                                        \
        RETURN(is_labelled, name, 0);                                                                                  \
        return same;                                                                                                   \
    }
NUMBER(_ZNSirsERs, short)
NUMBER(_ZNSirsERi, int)
NUMBER(_ZNSi10_M_extractIbEERSiRT_, bool)
NUMBER(_ZNSi10_M_extractItEERSiRT_, unsigned short)
NUMBER(_ZNSi10_M_extractIjEERSiRT_, unsigned)
NUMBER(_ZNSi10_M_extractIlEERSiRT_, long)
NUMBER(_ZNSi10_M_extractImEERSiRT_, unsigned long)
NUMBER(_ZNSi10_M_extractIxEERSiRT_, long long)
NUMBER(_ZNSi10_M_extractIyEERSiRT_, unsigned long long)
NUMBER(_ZNSi10_M_extractIfEERSiRT_, float)
NUMBER(_ZNSi10_M_extractIdEERSiRT_, double)
NUMBER(_ZNSi10_M_extractIeEERSiRT_, long double)

/* One character, the last one taken. */
#define CHARACTER(name)                                                                                                \
    INTERPOSE(void *, name, void *stream, char *to) {                                                                  \
        bool is_labelled = ENTERED(name);                                                                              \
        struct source source = source_begins(stream);                                                                  \
        void *same = ORIGINAL(name, void *(*)(void *, char *))(stream, to);                                            \
        uint64_t all = taken(&source);                                                                                 \
        if (all)                                                                                                       \
            label_bytes(&source, to, 1, all - 1);                                                                      \
        RETURN(is_labelled, name, 0);                                                                                  \
        return same;                                                                                                   \
    }
CHARACTER(_ZNSi3getERc)
CHARACTER(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_)

INTERPOSE(int, _ZNSi3getEv, void *stream) {
    bool is_labelled = ENTERED(_ZNSi3getEv);
    struct source source = source_begins(stream);
    int byte = ORIGINAL(_ZNSi3getEv, int (*)(void *))(stream);
    uint64_t all = taken(&source);
    label_t label = all ? label_at(&source, 0) : 0;
    RETURN_BYTE(is_labelled, _ZNSi3getEv, label);
    return byte;
}

/* Does not take the character. */
INTERPOSE(int, _ZNSi4peekEv, void *stream) {
    bool is_labelled = ENTERED(_ZNSi4peekEv);
    struct source source = source_begins(stream);
    int byte = ORIGINAL(_ZNSi4peekEv, int (*)(void *))(stream);
    label_t label = 0;
    if (byte != EOF && source.reading.is_input)
        label = reading_label(&source.reading, 0);
    else if (byte != EOF && source.buffer && has_labels && source.buffer->next < source.buffer->end)
        label = *shadow_of(source.buffer->next);
    RETURN_BYTE(is_labelled, _ZNSi4peekEv, label);
    return byte;
}

/* The first members of a `std::string`. */
struct string {
    char *data;
    uint64_t length;
};

static void has_text(const struct source *source, struct string *to, uint64_t first) {
    clear_labels(to, sizeof *to);
    label_bytes(source, to->data, to->length, first);
    clear_labels(to->data + to->length, 1);
}

/* A word, after the skipped white space. */
#define TEXT(name, first)                                                                                              \
    INTERPOSE(void *, name, void *stream, struct string *to) {                                                         \
        bool is_labelled = ENTERED(name);                                                                              \
        struct source source = source_begins(stream);                                                                  \
        void *same = ORIGINAL(name, void *(*)(void *, struct string *))(stream, to);                                   \
        uint64_t all = taken(&source);                                                                                 \
        if (all)                                                                                                       \
            has_text(&source, to, first);                                                                              \
        RETURN(is_labelled, name, 0);                                                                                  \
        return same;                                                                                                   \
    }
TEXT(_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
     all > to->length ? all - to->length : 0)
TEXT(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE, 0)

#define LINE_UNTIL(name)                                                                                               \
    INTERPOSE(void *, name, void *stream, struct string *to, char end) {                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        struct source source = source_begins(stream);                                                                  \
        void *same = ORIGINAL(name, void *(*)(void *, struct string *, char))(stream, to, end);                        \
        if (taken(&source))                                                                                            \
            has_text(&source, to, 0);                                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return same;                                                                                                   \
    }
LINE_UNTIL(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_)

INTERPOSE(void *, _ZNSi7getlineEPclc, void *stream, char *to, ptrdiff_t room, char end) {
    bool is_labelled = ENTERED(_ZNSi7getlineEPclc);
    struct source source = source_begins(stream);
    void *same = ORIGINAL(_ZNSi7getlineEPclc, void *(*)(void *, char *, ptrdiff_t, char))(stream, to, room, end);
    uint64_t all = taken(&source);
    if (room > 0 && all) {
        uint64_t length = all < (uint64_t)room ? all : (uint64_t)room - 1;
        label_bytes(&source, to, length, 0);
        clear_labels(to + strlen(to), 1);
    }
    RETURN(is_labelled, _ZNSi7getlineEPclc, 0);
    return same;
}
