/* Room for recursion: frames with labels are several times as large as those without. If the limit is enough for a
   program's own frames, it must be enough for these. */
#include "stack.h"

#include <pthread.h>
#include <stdint.h>

#include "originals.h"

/* The growth factor of frames, measured on frames of a few words, without optimisation. */
#define TIMES 16

/* The most that a stack is enlarged to. */
#define MOST ((uint64_t)1 << 30)

static size_t usual;

static uint64_t grown(uint64_t bytes) {
    uint64_t most = bytes > MOST ? bytes : MOST;
    return bytes > most / TIMES ? most : bytes * TIMES;
}

void stack_limit_grow(struct rlimit *limit) {
    if (limit->rlim_cur == RLIM_INFINITY)
        return;
    uint64_t wanted = grown(limit->rlim_cur);
    limit->rlim_cur = wanted < limit->rlim_max ? wanted : limit->rlim_max;
}

/* The kernel checks the limit whenever the stack grows; libc has already read it, for the default stacks of threads. */
void stack_start(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0) {
        stack_limit_grow(&limit);
        ORIGINAL(setrlimit, int (*)(int, const struct rlimit *))(RLIMIT_STACK, &limit);
    }
    pthread_attr_t all;
    if (pthread_getattr_default_np(&all) != 0)
        return;
    if (pthread_attr_getstacksize(&all, &usual) == 0) {
        usual = grown(usual);
        pthread_attr_setstacksize(&all, usual);
        pthread_setattr_default_np(&all);
    }
    pthread_attr_destroy(&all);
}

/* Whether a thread's stack has a size chosen by the program, and is allocated by libc. */
static bool has_own_size(const pthread_attr_t *attributes, size_t *size) {
    void *memory;
    return pthread_attr_getstack(attributes, &memory, size) == 0 && (uintptr_t)memory + *size == 0 && *size &&
           pthread_attr_getstacksize(attributes, size) == 0 && *size != usual;
}

INTERPOSE(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *run, void *argument) {
    (void)ENTERED(pthread_create);
    size_t size;
    pthread_attr_t larger;
    if (attributes && has_own_size(attributes, &size)) {
        /* Everything else that the attributes point to belongs to the program, and stays. */
        larger = *attributes;
        if (pthread_attr_setstacksize(&larger, grown(size)) == 0)
            attributes = &larger;
    }
    return ORIGINAL(pthread_create, int (*)(pthread_t *, const pthread_attr_t *, void *, void *))(thread, attributes, run,
                                                                                                  argument);
}
