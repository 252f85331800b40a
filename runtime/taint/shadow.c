/* Shadow memory: four bytes for each byte of memory, at a computed address. */
#include <errno.h>
#include <sys/mman.h>

#include "originals.h"

bool has_labels;

#define PAGE 4096
/* Shadow of at least this size is returned to the kernel rather than cleared. */
#define LARGE (64 * PAGE)

static const uint64_t reserved[][2] = FZ_SHADOW_RESERVED;
#define RESERVED (sizeof reserved / sizeof *reserved)

bool has_shadow(const void *memory, uint64_t bytes) {
    uint64_t begin = (uint64_t)shadow_of(memory), address = (uint64_t)memory;
    bool has = false;
    for (size_t at = 0; at < RESERVED; at++) {
        /* Shadow memory has no shadow. */
        if (reserved[at][0] <= address && address < reserved[at][1])
            return false;
        has |= reserved[at][0] <= begin && begin < reserved[at][1] &&
               bytes <= (reserved[at][1] - begin) >> FZ_SHADOW_SHIFT;
    }
    return has;
}

void raw_move(void *to, const void *from, uint64_t bytes) {
    if ((uintptr_t)to - (uintptr_t)from >= bytes) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
    } else {
        to = (char *)to + bytes - 1;
        from = (const char *)from + bytes - 1;
        __asm__ volatile("std\n\trep movsb\n\tcld" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
    }
}

void raw_set(void *to, int byte, uint64_t bytes) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(byte) : "memory");
}

/* Moves large blocks: libc's own function, once it is known. */
static void *(*fast_move)(void *, const void *, size_t) = NULL;
static void *(*fast_set)(void *, int, size_t) = NULL;

void shadow_moves_by(void *move, void *set) {
    fast_move = (void *(*)(void *, const void *, size_t))move;
    fast_set = (void *(*)(void *, int, size_t))set;
}

static void move(void *to, const void *from, uint64_t bytes) {
    if (LIKELY(fast_move))
        fast_move(to, from, bytes);
    else
        raw_move(to, from, bytes);
}

static void set(void *to, int byte, uint64_t bytes) {
    if (LIKELY(fast_set))
        fast_set(to, byte, bytes);
    else
        raw_set(to, byte, bytes);
}

static void clear(label_t *labels, uint64_t count) {
    uint64_t bytes = count * sizeof *labels;
    char *begin = (char *)labels, *end = begin + bytes;
    if (bytes < LARGE) {
        set(labels, 0, bytes);
        return;
    }
    char *first = (char *)(((uintptr_t)begin + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    char *last = (char *)((uintptr_t)end & ~(uintptr_t)(PAGE - 1));
    set(begin, 0, (uint64_t)(first - begin));
    int before = errno;
    if (madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0)
        set(first, 0, (uint64_t)(last - first));
    errno = before;
    set(last, 0, (uint64_t)(end - last));
}

void __fz_taint_fill(void *memory, uint64_t bytes, label_t label) {
    if (!has_labels && !label)
        return;
    label_t *labels = shadow_of(memory);
    if (!label) {
        clear(labels, bytes);
        return;
    }
    has_labels = true;
    for (uint64_t at = 0; at < bytes; at++)
        labels[at] = label;
}

void label_input(void *memory, uint64_t bytes, uint64_t offset) {
    if (!is_started || !bytes)
        return;
    has_labels = true;
    label_t *labels = shadow_of(memory);
    uint64_t known = offset < FZ_LAST_OFFSET ? FZ_LAST_OFFSET - offset : 0;
    known = known < bytes ? known : bytes;
    for (uint64_t at = 0; at < known; at++)
        labels[at] = (label_t)(offset + at + 1);
    clear(labels + known, bytes - known);
    uint64_t end = offset + known, before = __atomic_load_n(&header->input, __ATOMIC_RELAXED);
    while (known && before < end &&
           !__atomic_compare_exchange_n(&header->input, &before, end, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    trace_flag(FZ_INPUT_SEEN);
}

label_t label_of(const void *memory, uint64_t bytes) {
    return has_labels ? __fz_taint_union_row(shadow_of(memory), bytes) : 0;
}

void __fz_taint_copy(void *to, const void *from, uint64_t bytes) {
    if (has_labels && bytes)
        move(shadow_of(to), shadow_of(from), bytes * sizeof(label_t));
}

void __fz_taint_move(void *to, const void *from, uint64_t bytes) {
    move(to, from, bytes);
    __fz_taint_copy(to, from, bytes);
}

void __fz_taint_set(void *to, int byte, uint64_t bytes, label_t label) {
    set(to, byte, bytes);
    __fz_taint_fill(to, bytes, label);
}

EXPORT void __fz_taint_input(const void *data, uint64_t bytes) {
    if (is_recording())
        label_input((void *)(uintptr_t)data, bytes, 0);
}

void *take_pages(uint64_t bytes) {
    int before = errno;
    void *pages = ORIGINAL(mmap, void *(*)(void *, size_t, int, int, int, off_t))(
        NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = before;
    if (pages == MAP_FAILED)
        return NULL;
    __atomic_fetch_add(&header->memory, bytes, __ATOMIC_RELAXED);
    return pages;
}

void give_pages(void *pages, uint64_t bytes) {
    int before = errno;
    ORIGINAL(munmap, int (*)(void *, size_t))(pages, bytes);
    errno = before;
    __atomic_fetch_sub(&header->memory, bytes, __ATOMIC_RELAXED);
}

void will_be_full(void *pages, uint64_t bytes) {
    int before = errno;
    madvise(pages, bytes, MADV_HUGEPAGE);
    errno = before;
}
