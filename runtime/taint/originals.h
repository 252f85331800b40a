/* The functions that interposers stand before. */
#ifndef FZ_ORIGINALS_H
#define FZ_ORIGINALS_H

#include "taint.h"

/* Looked up once, in what comes behind the executable. */
void *original(void **known, const char *name);
#define ORIGINAL(name, type)                                                                                           \
    ({                                                                                                                 \
        static void *known;                                                                                            \
        (type) original(&known, #name);                                                                                \
    })

void originals_start(void);

/* What stands in for a function of libc's, weak: a program that has its own by this name goes before. It has a name of
   its own here, as headers give some of these names to other functions. */
#define INTERPOSE(result, name, ...)                                                                                   \
    __attribute__((visibility("default"), weak)) result of_##name(__VA_ARGS__) __asm__(#name);                         \
    result of_##name(__VA_ARGS__)

/* Whether labelled code called; to be asked first. */
#define ENTERED(name) entered((uintptr_t)of_##name)
static inline bool entered(uintptr_t self) {
    bool is = __fz_taint_tag == self;
    __fz_taint_tag = 0;
    return is;
}

/* The label of an argument that has so many bytes; of one that is no integer it is in the first lane. */
static inline label_t argument(bool is_labelled, uint32_t slot, uint32_t lanes) {
    return is_labelled && has_labels ? __fz_taint_union_row(__fz_taint_arguments[slot], lanes) : 0;
}
#define POINTER 1
#define INT 4
#define SIZE 8

/* The label of the address of a first argument, and of a second one: what is read there has it, too. */
static inline label_t address(bool is_labelled) { return argument(is_labelled, 0, POINTER); }
static inline label_t addresses(bool is_labelled) {
    return __fz_taint_union(address(is_labelled), argument(is_labelled, 1, POINTER));
}

/* To be said last. The label is that of all bytes of the result, or of the lowest alone. */
#define RETURN(is_labelled, name, label) returned(is_labelled, (uintptr_t)of_##name, label, true)
#define RETURN_BYTE(is_labelled, name, label) returned(is_labelled, (uintptr_t)of_##name, label, false)
static inline void returned(bool is_labelled, uintptr_t self, label_t label, bool is_whole) {
    if (!is_labelled)
        return;
    __fz_taint_return[0][0] = label;
    for (uint32_t lane = 1; lane < FZ_LANES; lane++)
        __fz_taint_return[0][lane] = is_whole ? label : 0;
    __fz_taint_return_tag = self;
}

#endif
