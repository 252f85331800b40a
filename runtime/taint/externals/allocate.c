/* Memory allocation: new memory is clean. */
#include "originals.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

/* The dynamic linker, and the search for libc's functions, allocate before these are found. That memory is never freed.
   */
static _Alignas(16) char early[1 << 18];
static size_t early_used;

static bool is_early(const void *block) { return (const char *)block >= early && (const char *)block < early + sizeof early; }

#define HEAD 16

static void *take_early(size_t bytes) {
    size_t whole = HEAD + ((bytes + 15) & ~(size_t)15);
    if (bytes > sizeof early || __atomic_load_n(&early_used, __ATOMIC_RELAXED) + whole > sizeof early) {
        errno = ENOMEM;
        return NULL;
    }
    char *block = early + __atomic_fetch_add(&early_used, whole, __ATOMIC_RELAXED) + HEAD;
    *(size_t *)(block - HEAD) = bytes;
    return block;
}

static size_t early_size(const void *block) { return *(const size_t *)((const char *)block - HEAD); }

static void *fresh(void *block, size_t bytes) {
    if (block)
        clear_labels(block, bytes);
    return block;
}

/* libc's, or another allocator's. They are looked up before the program starts: looking up frees what an earlier search
   that failed has left, and must not be the first to ask who frees. */
static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void (*free)(void *);
    size_t (*malloc_usable_size)(void *);
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*memalign)(size_t, size_t);
    void *(*valloc)(size_t);
    void *(*pvalloc)(size_t);
} real;

#define FIND(name) real.name = ORIGINAL(name, typeof(real.name))

void allocate_start(void) {
    FIND(malloc);
    FIND(calloc);
    FIND(realloc);
    FIND(free);
    FIND(malloc_usable_size);
    FIND(posix_memalign);
    FIND(aligned_alloc);
    FIND(memalign);
    FIND(valloc);
    FIND(pvalloc);
}

/* For those who ask before that for what has no early memory. */
#define REAL(name) (real.name ? real.name : (allocate_start(), real.name))

INTERPOSE(void *, malloc, size_t bytes) {
    bool is_labelled = ENTERED(malloc);
    void *block = is_started ? fresh(real.malloc(bytes), bytes) : take_early(bytes);
    RETURN(is_labelled, malloc, 0);
    return block;
}

INTERPOSE(void *, calloc, size_t count, size_t bytes) {
    bool is_labelled = ENTERED(calloc);
    size_t whole;
    void *block = NULL;
    /* Early memory is zeroed. */
    if (__builtin_mul_overflow(count, bytes, &whole))
        errno = ENOMEM;
    else
        block = is_started ? fresh(real.calloc(count, bytes), whole) : take_early(whole);
    RETURN(is_labelled, calloc, 0);
    return block;
}

static void *moved_from_early(void *block, size_t bytes) {
    void *moved = is_started ? fresh(real.malloc(bytes), bytes) : take_early(bytes);
    if (moved)
        raw_move(moved, block, bytes < early_size(block) ? bytes : early_size(block));
    return moved;
}

/* The size of a block, from the allocator that made it; a library with its own allocator may not provide that. */
static size_t size_of(void *block, size_t otherwise) {
    static int knows;
    size_t (*usable)(void *) = real.malloc_usable_size;
    if (!knows) {
        Dl_info maker = {0}, measurer = {0};
        dladdr((void *)real.malloc, &maker);
        dladdr((void *)usable, &measurer);
        knows = usable && maker.dli_fbase == measurer.dli_fbase ? 1 : -1;
    }
    return knows > 0 ? usable(block) : otherwise;
}

/* Large blocks are unmapped when freed, so their addresses may be reused for something that is not a block. */
#define LARGE (64 << 10)

/* Set by libc while there is only one thread; older versions lack it. */
extern __attribute__((weak)) const char __libc_single_threaded;

static void *changed(void *block, size_t bytes) {
    if (!has_labels || !block || !bytes)
        return fresh(real.realloc(block, bytes), bytes);
    size_t before = size_of(block, bytes), kept = before < bytes ? before : bytes;
    bool is_alone = &__libc_single_threaded && __libc_single_threaded;
    /* The old block's labels are still there, but another thread may have got the block by then. */
    label_t *saved = is_alone ? NULL : real.malloc(kept * sizeof *saved);
    if (saved)
        raw_move(saved, shadow_of(block), kept * sizeof *saved);
    void *moved = real.realloc(block, bytes);
    if (moved && moved != block && saved)
        raw_move(shadow_of(moved), saved, kept * sizeof *saved);
    else if (moved && moved != block)
        __fz_taint_copy(moved, block, kept);
    if (moved && moved != block && is_alone && before >= LARGE)
        clear_labels(block, before);
    if (moved)
        clear_labels((char *)moved + kept, bytes - kept);
    real.free(saved);
    return moved;
}

static void *resized(void *block, size_t bytes) {
    if (is_early(block))
        return moved_from_early(block, bytes);
    return is_started ? changed(block, bytes) : take_early(bytes);
}

INTERPOSE(void *, realloc, void *block, size_t bytes) {
    bool is_labelled = ENTERED(realloc);
    block = resized(block, bytes);
    RETURN(is_labelled, realloc, 0);
    return block;
}

INTERPOSE(void *, reallocarray, void *block, size_t count, size_t bytes) {
    bool is_labelled = ENTERED(reallocarray);
    size_t whole;
    if (__builtin_mul_overflow(count, bytes, &whole)) {
        errno = ENOMEM;
        block = NULL;
    } else {
        /* By its public name: the program may have its own allocator. */
        block = realloc(block, whole);
    }
    RETURN(is_labelled, reallocarray, 0);
    return block;
}

INTERPOSE(void, free, void *block) {
    (void)ENTERED(free);
    /* Before it starts all blocks are early, or another's. */
    if (is_early(block) || !is_started)
        return;
    size_t bytes = has_labels && block ? size_of(block, 0) : 0;
    if (bytes >= LARGE)
        clear_labels(block, bytes);
    real.free(block);
}

INTERPOSE(size_t, malloc_usable_size, void *block) {
    bool is_labelled = ENTERED(malloc_usable_size);
    size_t bytes = is_early(block) ? early_size(block) : REAL(malloc_usable_size)(block);
    RETURN(is_labelled, malloc_usable_size, 0);
    return bytes;
}

INTERPOSE(int, posix_memalign, void **block, size_t alignment, size_t bytes) {
    bool is_labelled = ENTERED(posix_memalign);
    int failed = REAL(posix_memalign)(block, alignment, bytes);
    if (!failed) {
        clear_labels(block, sizeof *block);
        fresh(*block, bytes);
    }
    RETURN(is_labelled, posix_memalign, 0);
    return failed;
}

#define ALIGNED(name)                                                                                                  \
    INTERPOSE(void *, name, size_t alignment, size_t bytes) {                                                          \
        bool is_labelled = ENTERED(name);                                                                              \
        void *block = fresh(REAL(name)(alignment, bytes), bytes);                       \
        RETURN(is_labelled, name, 0);                                                                                  \
        return block;                                                                                                  \
    }
ALIGNED(aligned_alloc)
ALIGNED(memalign)

#define PAGES(name)                                                                                                    \
    INTERPOSE(void *, name, size_t bytes) {                                                                            \
        bool is_labelled = ENTERED(name);                                                                              \
        void *block = fresh(REAL(name)(bytes), bytes);                                          \
        RETURN(is_labelled, name, 0);                                                                                  \
        return block;                                                                                                  \
    }
PAGES(valloc)
PAGES(pvalloc)
