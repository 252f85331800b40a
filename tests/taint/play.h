/* Plays instrumented code: writes slots, calls, and looks at labels. Prints each expectation that does not hold. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef uint32_t label_t;

extern _Thread_local label_t __fz_taint_arguments[64][8], __fz_taint_return[8][8], __fz_taint_variadic[1024];
extern _Thread_local uint64_t __fz_taint_tag, __fz_taint_return_tag, __fz_taint_overflow;
label_t __fz_taint_union(label_t, label_t);
label_t __fz_taint_union_row(const label_t *, uint64_t);
void __fz_taint_union_lanes(label_t *, const label_t *, const label_t *, uint64_t);
void __fz_taint_fill(void *, uint64_t, label_t);
void __fz_taint_copy(void *, const void *, uint64_t);
void __fz_taint_move(void *, const void *, uint64_t);
void __fz_taint_set(void *, int, uint64_t, label_t);
void __fz_taint_clear_arguments(uint32_t);
label_t __fz_taint_foreign(void *, const char *, uint64_t);
void __fz_taint_va_start(va_list, const label_t *, uint64_t);
void __fz_taint_input(const void *, uint64_t);
void __fz_taint_harness(const void *);

struct site {
    uint32_t id, number, kind, how, flags, bits, line, column, executions, index;
    const char *file, *function;
    const uint64_t *cases;
    uint64_t count;
    unsigned char *row;
    uint64_t row_bits;
    label_t quiet;
    uint32_t zero;
};
void __fz_taint_event(struct site *, label_t, label_t, uint64_t, uint64_t);
void __fz_taint_event_call(struct site *, const void *, const void *, uint64_t, uint64_t, label_t, label_t);
void __fz_taint_event_find(struct site *, const void *, uint64_t, const void *, uint64_t, uint64_t, label_t, label_t);

struct header {
    uint64_t magic, flags, nodes, events, records, nodes_at, events_at, records_at, input, left_out, forks, memory, rows_at,
        row_bytes, rows;
};
static char *trace;
#define HEADER ((struct header *)trace)

static inline label_t *shadow(const void *memory) { return (label_t *)(((uintptr_t)memory & 0x0fffffffffffu) << 2); }

/* Expectations that do not hold. */
static int wrong;

/* The trace that the runtime writes. */
static inline void look_at_trace(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        abort();
    trace = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
}

#define BYTES (1 << 16)
#define NODES (1 << 20)
/* Nodes that were expanded since the last clearing: a graph has more paths than nodes. */
static _Thread_local bool seen[NODES];
static inline void add(label_t label, bool *set) {
    if (!label)
        return;
    if (!(label & 0x80000000u)) {
        set[label - 1] = true;
        return;
    }
    label_t number = label & 0x7fffffffu;
    const label_t *node = (const label_t *)(trace + HEADER->nodes_at) + 2 * (uint64_t)number;
    if (label == UINT32_MAX) {
        for (int at = 0; at < BYTES; at++)
            set[at] = true;
    } else if (node[0] < node[1]) {
        /* Of the length there are no bytes. */
        bool are_numbers = node[1] > 0x80000000u;
        label_t end = are_numbers ? node[0] + ((node[1] & 0x1fffffffu) << (node[1] >> 29 & 3)) : node[1];
        for (label_t byte = node[0]; byte < end && !(are_numbers && !(node[1] >> 29 & 3)); byte++)
            set[byte - 1] = true;
    } else if (number >= NODES || !seen[number]) {
        if (number < NODES)
            seen[number] = true;
        add(node[0], set);
        add(node[1], set);
    }
}
static inline void expand(label_t label, bool *set) {
    __builtin_memset(seen, 0, HEADER->nodes < NODES ? HEADER->nodes : NODES);
    add(label, set);
}

/* As `0-3,7`. */
static inline const char *shown(label_t label) {
    static _Thread_local char text[4096];
    static _Thread_local bool set[BYTES + 1];
    __builtin_memset(set, 0, sizeof set);
    expand(label, set);
    char *to = text;
    *to = 0;
    for (int at = 0; at < BYTES; at++) {
        int begin = at;
        if (!set[at])
            continue;
        while (set[at + 1])
            at++;
        to += sprintf(to, begin == at ? "%s%d" : "%s%d-%d", to == text ? "" : ",", begin, at);
    }
    return text;
}

static inline void expect(const char *what, label_t label, const char *wanted) {
    const char *got = shown(label);
    if (strcmp(got, wanted) != 0) {
        printf("%s: labels '%s', not '%s'\n", what, got, wanted);
        wrong++;
    }
}

static inline void expect_true(const char *what, bool is) {
    if (!is) {
        printf("%s: is not so\n", what);
        wrong++;
    }
}

/* Labels of memory, byte by byte: `0 1 . 3` has one that is clean. */
static inline void expect_bytes(const char *what, const void *memory, const char *wanted) {
    char text[4096], *to = text;
    const char *at = wanted;
    *to = 0;
    for (const label_t *label = shadow(memory); *at; label++) {
        to += sprintf(to, "%s%s", to == text ? "" : " ", *label ? shown(*label) : ".");
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    if (strcmp(text, wanted) != 0) {
        printf("%s: labels '%s', not '%s'\n", what, text, wanted);
        wrong++;
    }
}

/* A call by labelled code, of clean arguments; then one of those that `pass` gave labels to. */
static inline void pass(int slot, label_t label) {
    for (int lane = 0; lane < 8; lane++)
        __fz_taint_arguments[slot][lane] = label;
}
#define LABELLED(function) (__fz_taint_tag = (uint64_t)(uintptr_t)(function), __fz_taint_return_tag = 0)
#define CALL(function, ...) (__fz_taint_clear_arguments(8), LABELLED(function), function(__VA_ARGS__))
#define CALL_PASSING(function, ...) (LABELLED(function), function(__VA_ARGS__))
#define CALL_VARIADIC(function, ...) (LABELLED(function), function(__VA_ARGS__))

/* The result's label; of code that does not tell: all bytes there are. */
static inline label_t result_of(const void *function, int lanes) {
    return __fz_taint_return_tag == (uint64_t)(uintptr_t)function ? __fz_taint_union_row(__fz_taint_return[0], lanes)
                                                                  : UINT32_MAX;
}
#define RESULT(function, lanes, wanted) expect(#function, result_of((const void *)(function), lanes), wanted)
