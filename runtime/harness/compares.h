/* What a program run in a child has compared, on its way to the engine in the parent. */
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
extern struct fz_compares *fz_compares;

/* Tells the engine of them, and forgets them. `data`: the input that the program had. */
void fz_replay(struct fz_compares *compares, const uint8_t *data, size_t size);

#endif
