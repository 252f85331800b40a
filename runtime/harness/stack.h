/* How deep the stack was in a run: functions in images built with the pass `stack-depth` record it in a pair of words.

   A pair is zero until `fz_stack_listen`; from then on it holds the lowest stack pointer. Addresses below the floor
   belong to stacks of other threads. */
#ifndef FZ_STACK_H
#define FZ_STACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "fz_abi.h"

#define FZ_DEPTHS 1024
static struct fz_depth *fz_depths[FZ_DEPTHS];
static size_t fz_depths_count;

/* Called by the constructor of each image that has such pairs. */
FZ_ABI void __fz_stack_init(struct fz_depth *start, struct fz_depth *stop) {
    for (; start < stop && fz_depths_count < FZ_DEPTHS; start++) {
        fz_depths[fz_depths_count++] = start;
    }
}

/* How large the stack may become. */
static uint64_t fz_stack_limit(void) {
    static uint64_t limit;
    if (!limit) {
        const uint64_t most = (uint64_t)1 << 30;
        struct rlimit set;
        int is_known = getrlimit(RLIMIT_STACK, &set) == 0 && set.rlim_cur < most;
        limit = is_known ? set.rlim_cur : most;
    }
    return limit;
}

static uint64_t fz_stack_begin;

/* A run begins on this thread's stack, at the caller's depth. */
static void fz_stack_listen(void) {
    uint64_t limit = fz_stack_limit(), here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    fz_stack_begin = here;
    for (size_t at = 0; at < fz_depths_count; at++) {
        fz_depths[at]->floor = here - limit;
        fz_depths[at]->lowest = here;
    }
}

/* The depth since then, in bytes. */
static uint64_t fz_stack_depth(void) {
    uint64_t deepest = 0;
    for (size_t at = 0; at < fz_depths_count; at++) {
        /* The pair of an image that was loaded during the run is still zero. */
        uint64_t depth = fz_depths[at]->floor ? fz_stack_begin - fz_depths[at]->lowest : 0;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

#endif
