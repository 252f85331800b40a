/* The compares of a program that runs in a child, on their way to the engine in the parent. */
#ifndef FZ_COMPARES_H
#define FZ_COMPARES_H

#include <stddef.h>
#include <stdint.h>

#include "fz_abi.h"

#define FZ_COMPARES 1024
#define FZ_COMPARED_BYTES 32

enum {
    FZ_NUMBERS,
    /* `a` is a constant. */
    FZ_CONSTANT,
    /* `b` is a case of a switch. */
    FZ_CASE,
};

struct fz_compare {
    /* Identifies the place of the compare, as far as the engine distinguishes places. */
    uint32_t place;
    /* 0: memory or strings, in `text`. Otherwise the size of the numbers in `a` and `b`, in bytes. */
    uint8_t bytes;
    uint8_t length;
    uint8_t kind;
    union {
        struct {
            uint64_t a, b;
        };
        uint8_t text[2][FZ_COMPARED_BYTES];
    };
};

/* Shared by both processes: a ring that holds the last `FZ_COMPARES` of `count` compares. */
struct fz_compares {
    uint32_t count;
    struct fz_compare all[FZ_COMPARES];
};

/* Where compares are also noted; null: nowhere. */
__attribute__((visibility("hidden"))) extern struct fz_compares *fz_compares;

/* The next entry to fill. `place`: the callback's return address. */
static inline struct fz_compare *fz_next(const void *place) {
    struct fz_compare *compare = &fz_compares->all[fz_compares->count++ % FZ_COMPARES];
    compare->place = (uint32_t)(uintptr_t)place;
    return compare;
}

/* Notes two numbers of this many bytes. */
static inline void fz_note(const void *place, uint8_t bytes, uint8_t kind, uint64_t a, uint64_t b) {
    struct fz_compare *compare = fz_next(place);
    compare->bytes = bytes;
    compare->kind = kind;
    compare->a = a;
    compare->b = b;
}

/* Replays the compares to the engine, and clears them. `data`: the input of the run. */
void fz_replay(struct fz_compares *compares, const uint8_t *data, size_t size);

#define FZ_HERE __builtin_return_address(0)
#define FZ_SHOWN __attribute__((visibility("default")))

/* Defines the wrapper of a callback with two numbers. `also`: additional code. */
#define FZ_WRAP_NUMBERS(name, type, kind, also)                                                                        \
    void __real_##name(type a, type b);                                                                                \
    FZ_SHOWN void __wrap_##name(type a, type b) {                                                                      \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            fz_note(FZ_HERE, sizeof(type), kind, a, b);                                                                \
        }                                                                                                              \
        also;                                                                                                          \
        __attribute__((musttail)) return __real_##name(a, b);                                                          \
    }

/* The size of a switch's value in bytes. `cases`: their number, the value's width in bits, then the cases in order. */
static inline uint8_t fz_switch_bytes(const uint64_t *cases) {
    return cases[1] <= 8 ? 1 : cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8;
}

#endif
