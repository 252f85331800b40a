/* What the parts of the taint runtime share. It is linked into the executable, never instrumented, and may be called at
   any time: it never allocates from the program's heap, and never calls a libc function that it interposes by its
   public name.

   `fz_abi.h` is generated from `runtime/abi`, which documents it; it declares what instrumented code calls and reads.
   */
#ifndef FZ_TAINT_H
#define FZ_TAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "fz_abi.h"

typedef uint32_t label_t;

#define EXPORT FZ_ABI
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* labels.c. The labels from `low` to `high` - 1, as numbers of 1, 2, 4 or 8 bytes. */
label_t label_range(label_t low, label_t high, uint32_t width);
/* The input's length after an offset, in units of this many bytes; 0 if it is not recorded. */
label_t label_length(uint64_t from, uint64_t unit);
/* A decoded label: bytes from `a` to `b` - 1 in numbers of `width`, the union of `a` and `b`, or the input's length
   from `a` on in units of `width`. Not for `FZ_TOP`. */
struct form {
    enum { BYTES, UNION, LENGTH } kind;
    label_t a, b;
    uint32_t width;
};
struct form label_form(label_t label);

/* slots.c. A `va_list` as in the psABI: how many bytes of the register save area are consumed, and the addresses of
   both areas. */
struct va {
    uint32_t integers, floats;
    char *overflow, *registers;
};
#define INTEGERS 48

/* shadow.c. Nothing is labelled, and no shadow accessed, until this is true. */
extern bool has_labels;
static inline label_t *shadow_of(const void *memory) {
    return (label_t *)(((uintptr_t)memory & FZ_SHADOW_MASK) << FZ_SHADOW_SHIFT);
}
/* Whether the memory has shadow. */
bool has_shadow(const void *memory, uint64_t bytes);
/* The union of the labels of memory. */
label_t label_of(const void *memory, uint64_t bytes);
/* Labels memory that holds the input's bytes from this offset on. */
void label_input(void *memory, uint64_t bytes, uint64_t offset);
/* Moves bytes without their labels. */
void raw_move(void *to, const void *from, uint64_t bytes);
void raw_set(void *to, int byte, uint64_t bytes);
static inline void clear_labels(void *memory, uint64_t bytes) { __fz_taint_fill(memory, bytes, 0); }

/* Maps pages of our own; null on failure. */
void *take_pages(uint64_t bytes);
void give_pages(void *pages, uint64_t bytes);
/* Announces that all of these pages will be used, in random order. */
void will_be_full(void *pages, uint64_t bytes);

/* Sets the functions that move large blocks. */
void shadow_moves_by(void *move, void *set);

/* start.c. */
extern bool is_started;
/* Prints a line to stderr, from parts; the last one is null. */
void say(const char *const *parts);
#define SAY(...) say((const char *const[]){"fz taint: ", __VA_ARGS__, "\n", NULL})

/* environment.c. A variable that is not set, or empty, is null. */
void environment_open(char **variables);
const char *environment_word(const char *name);
void environment_drop(const char *name);
/* A copy with one more variable; null if memory runs out. */
char **environment_with(char *more);

/* trace.c */
struct limits {
    uint64_t nodes, events, records, hits, row_bits;
};
extern struct fz_trace_header *header;
extern struct fz_node *nodes;
extern struct limits limits;
/* Whether this process has an input and records: children of `fork` record nothing and make no nodes. */
bool is_recording(void);
/* Whether there is a trace, too. */
bool has_trace(void);
/* Reads the environment variables; false: this program has no input. */
bool trace_open(void);
void trace_flag(uint64_t flag);
/* Reserves room for a record. Needs the trace's lock. Returns its offset among the records, or `NO_RECORD`. */
#define NO_RECORD UINT64_MAX
struct part {
    const void *data;
    uint64_t bytes;
};
uint64_t trace_record(uint32_t kind, const struct part *parts, int count);
void trace_event(const struct fz_event *event);
/* Adds a row. Needs the lock of events. Null if there is no room. */
unsigned char *trace_row(uint32_t site);

/* lock.c. Spin locks; a signal handler in the holder's own thread does not wait for them. */
enum lock { LOCK_NODES = 1, LOCK_TRACE = 2, LOCK_EVENTS = 4 };
bool lock_take(enum lock lock);
void lock_give(enum lock lock);

/* input.c */
/* Sets the input, from the environment. */
void input_open(const char *path);
/* Whether a descriptor is the input; a negative one is not. */
bool input_is(int descriptor);
/* The number may refer to another file from now on, or to none. */
void input_forget(int descriptor);
void input_forget_from(int descriptor);
/* Whether this file is the input, if that is a file. */
bool input_has(dev_t of_device, ino_t number);
/* The offset of a descriptor of the input; for a pipe, how many bytes were taken from it. */
uint64_t input_position(int descriptor);
/* In this thread, the labels of the first and the last byte that were read from the input since these were 0. */
extern _Thread_local label_t came_first, came_last;
/* Whether the input is not a file, and how many bytes were taken from it. */
extern bool input_is_pipe;
extern uint64_t input_taken;
/* The size of a file at the start; otherwise 0. */
extern uint64_t input_size;

#endif
