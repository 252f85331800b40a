/* The positions of streams that read the input. glibc's `getc_unlocked` is inlined into programs and reads a stream's
   buffer directly, so the buffer's bytes are labelled, too. */
#include "streams.h"

#include <errno.h>
#include <unistd.h>

#ifdef __GLIBC__
#define BUFFER(stream, part) ((stream)->_IO_##part)
#define IS_BACKED_UP(stream) ((stream)->_flags & 0x100)
#else
#define BUFFER(stream, part) ((char *)NULL)
#define IS_BACKED_UP(stream) true
#endif

/* The position of a stream, cached: it holds as long as the stream's buffer shows that nothing was read since. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
    FILE *stream;
    char *next, *end;
    uint64_t offset;
} last;

/* Bytes put back by `ungetc`. */
static struct {
    FILE *stream;
    uint32_t count;
    label_t labels[PUSHED];
} pushed;

/* The stream of the input that was last moved to its end. */
static FILE *ended;

/* Streams that read memory: there are few at a time. Those that find no place have no labels. */
#define VIEWS 64
static struct {
    FILE *stream;
    const char *memory;
} views[VIEWS];

static const char *memory_of(FILE *stream) {
    for (size_t at = 0; at < VIEWS; at++)
        if (__atomic_load_n(&views[at].stream, __ATOMIC_ACQUIRE) == stream)
            return views[at].memory;
    return NULL;
}

void stream_of_memory(FILE *stream, const char *memory) {
    for (size_t at = 0; at < VIEWS; at++) {
        FILE *there = stream, *empty = NULL;
        if (__atomic_compare_exchange_n(&views[at].stream, &there, NULL, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            views[at].memory = NULL;
        if (memory && __atomic_compare_exchange_n(&views[at].stream, &empty, stream, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
            views[at].memory = memory;
            return;
        }
    }
}

static bool is_as_last(FILE *stream) {
    return last.stream == stream && BUFFER(stream, read_ptr) && last.next == BUFFER(stream, read_ptr) &&
           last.end == BUFFER(stream, read_end) && !IS_BACKED_UP(stream);
}

static uint64_t position(FILE *stream) {
    if (input_is_pipe && !memory_of(stream))
        return __atomic_load_n(&input_taken, __ATOMIC_RELAXED);
    int before = errno;
    off_t offset = ORIGINAL(ftello, off_t (*)(FILE *))(stream);
    errno = before;
    return offset < 0 ? 0 : (uint64_t)offset;
}

struct reading reading_begins(FILE *stream) {
    struct reading reading = {.stream = stream};
    if (!stream || !is_recording())
        return reading;
    reading.memory = memory_of(stream);
    if (is_as_last(stream)) {
        reading.is_input = true;
        reading.offset = last.offset;
    } else {
        int before = errno;
        reading.is_input = reading.memory || input_is(ORIGINAL(fileno, int (*)(FILE *))(stream));
        errno = before;
        if (reading.is_input)
            reading.offset = position(stream);
    }
    if (reading.is_input && pushed.stream == stream) {
        reading.pushed = pushed.count;
        raw_move(reading.labels, pushed.labels, sizeof reading.labels);
    }
    return reading;
}

uint64_t reading_took(const struct reading *reading) {
    uint64_t now = position(reading->stream);
    return now > reading->offset ? now - reading->offset : 0;
}

/* Labels the bytes of the buffer when it has been refilled. */
static void label_buffer(FILE *stream, uint64_t offset) {
    char *base = BUFFER(stream, read_base), *next = BUFFER(stream, read_ptr), *end = BUFFER(stream, read_end);
    if (IS_BACKED_UP(stream) || next < base || end <= base)
        return;
    /* For a pipe the earlier bytes are unknown. */
    uint64_t before = (uint64_t)(next - base) <= offset ? (uint64_t)(next - base) : 0;
    const char *memory = memory_of(stream);
    uint64_t bytes = (uint64_t)(end - next) + before;
    if (memory)
        __fz_taint_copy(next - before, memory + (offset - before), bytes);
    else
        label_input(next - before, bytes, offset - before);
}

void reading_ends(const struct reading *reading, uint64_t bytes) {
    FILE *stream = reading->stream;
    if (!reading->is_input || !bytes)
        return;
    if (ended == stream)
        ended = NULL;
    if (input_is_pipe && !reading->memory)
        __atomic_fetch_add(&input_taken, bytes, __ATOMIC_RELAXED);
    if (reading->pushed && pushed.stream == stream)
        pushed.count -= (uint32_t)(bytes < reading->pushed ? bytes : reading->pushed);
    uint64_t offset = reading->offset + bytes;
    bool is_same = last.stream == stream && last.next && last.end == BUFFER(stream, read_end) &&
                   last.next + bytes == BUFFER(stream, read_ptr);
    last.stream = stream;
    last.next = BUFFER(stream, read_ptr);
    last.end = BUFFER(stream, read_end);
    last.offset = offset;
    if (!is_same)
        label_buffer(stream, offset);
}

label_t reading_label(const struct reading *reading, uint64_t at) {
    if (!reading->is_input)
        return 0;
    if (at < reading->pushed)
        return reading->labels[reading->pushed - 1 - at];
    uint64_t offset = reading->offset + at;
    if (reading->memory)
        return label_of(reading->memory + offset, 1);
    return offset < FZ_LAST_OFFSET ? (label_t)(offset + 1) : 0;
}

void reading_labels(const struct reading *reading, uint64_t at, void *to, uint64_t bytes) {
    if (!reading->is_input) {
        clear_labels(to, bytes);
        return;
    }
    if (reading->memory)
        __fz_taint_copy(to, reading->memory + reading->offset + at, bytes);
    else
        label_input(to, bytes, reading->offset + at);
    for (uint64_t byte = 0; byte < bytes && at + byte < reading->pushed; byte++)
        __fz_taint_fill((char *)to + byte, 1, reading_label(reading, at + byte));
}

void stream_push(FILE *stream, label_t label) {
    if (input_is_pipe && !memory_of(stream))
        __atomic_fetch_sub(&input_taken, 1, __ATOMIC_RELAXED);
    if (pushed.stream != stream)
        pushed.count = 0;
    pushed.stream = stream;
    if (pushed.count < PUSHED)
        pushed.labels[pushed.count++] = label;
    if (BUFFER(stream, read_ptr))
        __fz_taint_fill(BUFFER(stream, read_ptr), 1, label);
}

void stream_moved(FILE *stream) {
    if (ended == stream)
        ended = NULL;
    if (pushed.stream == stream)
        pushed.stream = NULL;
    if (last.stream == stream)
        last.stream = NULL;
}

void stream_ended(FILE *stream) {
    struct reading reading = reading_begins(stream);
    if (reading.is_input && !reading.memory)
        ended = stream;
}

bool stream_is_at_end(FILE *stream) { return stream && ended == stream; }
