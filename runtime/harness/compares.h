/* The compares of a program that runs in a child, on their way to the engine in the parent. */
#ifndef FZ_COMPARES_H
#define FZ_COMPARES_H

#include <stddef.h>
#include <stdint.h>

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
    /* Where it was, as far as the engine tells places apart. */
    uint32_t place;
    /* 0: of memory or strings, in `text`. Else the bytes of the numbers in `a` and `b`. */
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

/* Shared by both processes. The last `FZ_COMPARES` of `count` are there. */
struct fz_compares {
    uint32_t count;
    struct fz_compare all[FZ_COMPARES];
};

/* Where compares are noted besides; null: nowhere. */
__attribute__((visibility("hidden"))) extern struct fz_compares *fz_compares;

/* The next one to be noted. `place`: where the callback returns to. */
static inline struct fz_compare *fz_next(const void *place) {
    struct fz_compare *compare = &fz_compares->all[fz_compares->count++ % FZ_COMPARES];
    compare->place = (uint32_t)(uintptr_t)place;
    return compare;
}

/* Notes two numbers of so many bytes. */
static inline void fz_note(const void *place, uint8_t bytes, uint8_t kind, uint64_t a, uint64_t b) {
    struct fz_compare *compare = fz_next(place);
    compare->bytes = bytes;
    compare->kind = kind;
    compare->a = a;
    compare->b = b;
}

/* Replays them to the engine, and forgets them. `data`: the input that the program had. */
void fz_replay(struct fz_compares *compares, const uint8_t *data, size_t size);

#define FZ_HERE __builtin_return_address(0)
#define FZ_SHOWN __attribute__((visibility("default")))

/* Defines the wrapper of a callback for two numbers. `also`: what else is done. */
#define FZ_WRAP_NUMBERS(name, type, kind, also)                                                                        \
    void __real_##name(type a, type b);                                                                                \
    FZ_SHOWN void __wrap_##name(type a, type b) {                                                                      \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            fz_note(FZ_HERE, sizeof(type), kind, a, b);                                                                \
        }                                                                                                              \
        also;                                                                                                          \
        __attribute__((musttail)) return __real_##name(a, b);                                                          \
    }

/* The bytes of a switch's value; `cases`: their number, the value's bits, then they in order. */
static inline uint8_t fz_switch_bytes(const uint64_t *cases) {
    return cases[1] <= 8 ? 1 : cases[1] <= 16 ? 2 : cases[1] <= 32 ? 4 : 8;
}

#endif
