/* The functions that interposers replace. */
#ifndef FZ_ORIGINALS_H
#define FZ_ORIGINALS_H

#include "taint.h"

/* Looked up once, in the libraries after the executable (`RTLD_NEXT`). */
void *original(void **known, const char *name);
#define ORIGINAL(name, type)                                                                                           \
    ({                                                                                                                 \
        static void *known;                                                                                            \
        (type) original(&known, #name);                                                                                \
    })

void originals_start(void);
void allocate_start(void);

/* An interposer for a libc function. It is weak, so a function of that name in the program wins; and it has another
   name in C, because headers redirect some of these names. */
#define INTERPOSE(result, name, ...)                                                                                   \
    __attribute__((visibility("default"), weak)) result of_##name(__VA_ARGS__) __asm__(#name);                         \
    result of_##name(__VA_ARGS__)

/* Whether labelled code has called; must be evaluated first. */
#define ENTERED(name) entered((uintptr_t)of_##name)
static inline bool entered(uintptr_t self) {
    bool is = __fz_taint_tag == self;
    __fz_taint_tag = 0;
    return is;
}

/* The label of an argument of this many bytes; that of a non-integer is in the first lane. */
static inline label_t argument(bool is_labelled, uint32_t slot, uint32_t lanes) {
    return is_labelled && has_labels ? __fz_taint_union_row(__fz_taint_arguments[slot], lanes) : 0;
}
#define POINTER 1
#define INT 4
#define SIZE 8

/* The labels of pointers in the first and the second argument, which are added to those of the memory there. */
static inline label_t address(bool is_labelled) { return argument(is_labelled, 0, POINTER); }
static inline label_t addresses(bool is_labelled) {
    return __fz_taint_union(address(is_labelled), argument(is_labelled, 1, POINTER));
}

/* Must come last. The label applies to all bytes of the result, or to the lowest alone. */
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
