/* What the parts of the taint runtime share. It is linked into the executable, never instrumented, and called at any time
   and from anywhere: it takes no memory of the program's, and no function of libc's that is one of its own interposers
   is called by its name.

   `fz_abi.h` is made of `runtime/abi`, which says what the words mean, and declares what instrumented code calls and
   reads. */
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

/* labels.c: labels from `low` to `high` - 1, as numbers of so many bytes: 1, 2, 4 or 8. */
label_t label_range(label_t low, label_t high, uint32_t width);
/* The input's length behind an offset, in units of so many bytes; 0 if nobody is told. */
label_t label_length(uint64_t from, uint64_t unit);
/* What a label is: bytes from `a` to `b` - 1 in numbers of `width`, the union of `a` and `b`, or the input's length from `a`
   on in units of `width`. Not to be asked of `FZ_TOP`. */
struct form {
    enum { BYTES, UNION, LENGTH } kind;
    label_t a, b;
    uint32_t width;
};
struct form label_form(label_t label);

/* slots.c. A `va_list` as the psABI has it: how many bytes of the saved registers are used up, and where the others are. */
struct va {
    uint32_t integers, floats;
    char *overflow, *registers;
};
#define INTEGERS 48

/* shadow.c. Nothing has a label until `has_labels`; before that no shadow is touched. */
extern bool has_labels;
static inline label_t *shadow_of(const void *memory) {
    return (label_t *)(((uintptr_t)memory & FZ_SHADOW_MASK) << FZ_SHADOW_SHIFT);
}
/* Whether labels of this memory have a place. */
bool has_shadow(const void *memory, uint64_t bytes);
/* The union of the labels of memory. */
label_t label_of(const void *memory, uint64_t bytes);
/* Memory that holds the input's bytes from this offset on. */
void label_input(void *memory, uint64_t bytes, uint64_t offset);
/* Bytes alone, without labels. */
void raw_move(void *to, const void *from, uint64_t bytes);
void raw_set(void *to, int byte, uint64_t bytes);
static inline void clear_labels(void *memory, uint64_t bytes) { __fz_taint_fill(memory, bytes, 0); }

/* Pages of our own; null if there are none. */
void *take_pages(uint64_t bytes);
void give_pages(void *pages, uint64_t bytes);
/* All of these are going to be used, in no order. */
void will_be_full(void *pages, uint64_t bytes);

/* What moves many bytes, from now on. */
void shadow_moves_by(void *move, void *set);

/* start.c. */
extern bool is_started;
/* A line on the standard error: parts, the last one null. */
void say(const char *const *parts);
#define SAY(...) say((const char *const[]){"fz taint: ", __VA_ARGS__, "\n", NULL})

/* environment.c. A word is null where there is none, or it is empty. */
void environment_open(char **variables);
const char *environment_word(const char *name);
void environment_drop(const char *name);
/* A copy with one more; null if there is no memory. */
char **environment_with(char *more);

/* trace.c */
struct limits {
    uint64_t nodes, events, records, hits, row_bits;
};
extern struct fz_trace_header *header;
extern struct fz_node *nodes;
extern struct limits limits;
/* What has an input, and goes on in this process: its children record nothing and make no nodes. */
bool is_recording(void);
/* Whether there is a trace besides. */
bool has_trace(void);
/* The environment's words; false: this program has no input. */
bool trace_open(void);
void trace_flag(uint64_t flag);
/* Room for a record, in the trace's lock: where it begins among the records, or `NO_RECORD`. */
#define NO_RECORD UINT64_MAX
struct part {
    const void *data;
    uint64_t bytes;
};
uint64_t trace_record(uint32_t kind, const struct part *parts, int count);
void trace_event(const struct fz_event *event);
/* Another row, in the lock of events; null if there is no room. */
unsigned char *trace_row(uint32_t site);

/* lock.c: a spin lock that a signal handler of the holder's own thread does not wait for. */
enum lock { LOCK_NODES = 1, LOCK_TRACE = 2, LOCK_EVENTS = 4 };
bool lock_take(enum lock lock);
void lock_give(enum lock lock);

/* input.c */
/* What the environment says the input is. */
void input_open(const char *path);
/* Whether a descriptor is one of the input's; a negative one is none. */
bool input_is(int descriptor);
/* A number that now names another file, or none. */
void input_forget(int descriptor);
void input_forget_from(int descriptor);
/* Whether that is the input, if it is a file. */
bool input_has(dev_t of_device, ino_t number);
/* Where an input's descriptor stands; of a pipe what was taken from it. */
uint64_t input_position(int descriptor);
/* In this thread, the labels of the first byte that `read` got of the input since they were 0, and of the last. */
extern _Thread_local label_t came_first, came_last;
/* Whether the input is no file, and how much was taken from it. */
extern bool input_is_pipe;
extern uint64_t input_taken;
/* Of a file how many bytes it had at the start; else 0. */
extern uint64_t input_size;

#endif
