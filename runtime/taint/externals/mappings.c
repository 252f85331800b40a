/* Mapped memory, and the input as mapped memory. */
#include "originals.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* Programs may ask for addresses whose shadow is not reserved yet, such as those below 4 GB. */
static bool cover(void *memory, size_t bytes) {
    if (has_shadow(memory, bytes))
        return true;
    char *begin = (char *)((uintptr_t)shadow_of(memory) & ~(uintptr_t)4095);
    size_t whole = (bytes << FZ_SHADOW_SHIFT) + 8192;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *(*map)(void *, size_t, int, int, int, off_t) = ORIGINAL(mmap, void *(*)(void *, size_t, int, int, int, off_t));
    void *got = map(begin, whole, PROT_READ | PROT_WRITE, flags, -1, 0);
    /* The shadow of a neighbouring mapping may exist already. */
    return got == begin || errno == EEXIST;
}

static uint64_t size_of(int descriptor) {
    struct stat status;
    return ORIGINAL(fstat, int (*)(int, struct stat *))(descriptor, &status) == 0 ? (uint64_t)status.st_size : 0;
}

/* Mappings of the input, which may grow. */
#define KEPT 64
static struct mapping {
    char *begin;
    uint64_t bytes, offset, size;
} kept[KEPT];

static struct mapping *mapping_at(void *begin) {
    for (int at = 0; at < KEPT; at++)
        if (kept[at].begin == begin)
            return &kept[at];
    return NULL;
}

static void label_mapping(const struct mapping *mapping) {
    uint64_t there = mapping->offset < mapping->size ? mapping->size - mapping->offset : 0;
    label_input(mapping->begin, there < mapping->bytes ? there : mapping->bytes, mapping->offset);
}

static void mapped(void *begin, size_t bytes, int flags, int descriptor, off_t offset) {
    if (begin == MAP_FAILED || !is_started)
        return;
    int before = errno;
    if (!cover(begin, bytes))
        SAY("the program maps memory where no label has a place");
    clear_labels(begin, bytes);
    if (!(flags & MAP_ANONYMOUS) && input_is(descriptor)) {
        struct mapping mapping = {begin, bytes, (uint64_t)offset, size_of(descriptor)};
        struct mapping *place = mapping_at(NULL);
        if (place)
            *place = mapping;
        label_mapping(&mapping);
    }
    errno = before;
}

#define MMAP(name)                                                                                                     \
    INTERPOSE(void *, name, void *wanted, size_t bytes, int protection, int flags, int descriptor, off_t offset) {     \
        bool is_labelled = ENTERED(name);                                                                              \
        void *begin = ORIGINAL(name, void *(*)(void *, size_t, int, int, int, off_t))(wanted, bytes, protection,       \
                                                                                      flags, descriptor, offset);      \
        mapped(begin, bytes, flags, descriptor, offset);                                                               \
        RETURN(is_labelled, name, 0);                                                                                  \
        return begin;                                                                                                  \
    }
MMAP(mmap)
MMAP(mmap64)

INTERPOSE(int, munmap, void *begin, size_t bytes) {
    bool is_labelled = ENTERED(munmap);
    int failed = ORIGINAL(munmap, int (*)(void *, size_t))(begin, bytes);
    if (!failed && is_started) {
        clear_labels(begin, bytes);
        struct mapping *mapping = begin ? mapping_at(begin) : NULL;
        if (mapping)
            mapping->begin = NULL;
    }
    RETURN(is_labelled, munmap, 0);
    return failed;
}

static void remapped(char *begin, size_t bytes, char *moved, size_t wanted) {
    int before = errno;
    if (!cover(moved, wanted))
        SAY("the program maps memory where no label has a place");
    size_t kept_bytes = bytes < wanted ? bytes : wanted;
    if (moved != begin) {
        __fz_taint_copy(moved, begin, kept_bytes);
        clear_labels(begin, bytes);
    }
    clear_labels(moved + kept_bytes, wanted - kept_bytes);
    struct mapping *mapping = mapping_at(begin);
    if (mapping) {
        uint64_t grown = wanted > mapping->bytes ? mapping->bytes : wanted;
        struct mapping more = {moved + grown, wanted - grown, mapping->offset + grown, mapping->size};
        label_mapping(&more);
        mapping->begin = moved;
        mapping->bytes = wanted;
    }
    errno = before;
}

INTERPOSE(void *, mremap, void *begin, size_t bytes, size_t wanted, int flags, ...) {
    bool is_labelled = ENTERED(mremap);
    va_list more;
    va_start(more, flags);
    void *place = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
    va_end(more);
    void *moved = ORIGINAL(mremap, void *(*)(void *, size_t, size_t, int, ...))(begin, bytes, wanted, flags, place);
    if (moved != MAP_FAILED && is_started)
        remapped(begin, bytes, moved, wanted);
    RETURN(is_labelled, mremap, 0);
    return moved;
}
