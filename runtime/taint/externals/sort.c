/* Sorting and searching with a comparator of the program's. libc would move elements in code without labels, so they
   are sorted here, as in glibc, by a merge sort, which is stable. */
#include "originals.h"

#include <errno.h>

struct order {
    void *compare, *context;
    bool has_context;
    size_t size;
};

static int compared(const struct order *order, const void *a, const void *b) {
    /* The comparator's arguments are our own pointers, without labels. */
    __fz_taint_tag = 0;
    return order->has_context ? ((int (*)(const void *, const void *, void *))order->compare)(a, b, order->context)
                              : ((int (*)(const void *, const void *))order->compare)(a, b);
}

static void merge(const struct order *order, char *all, size_t count, char *room) {
    if (count < 2)
        return;
    size_t size = order->size, left = count / 2, right = count - left;
    char *a = all, *b = all + left * size, *to = room;
    merge(order, a, left, room);
    merge(order, b, right, room);
    while (left && right) {
        bool is_a = compared(order, a, b) <= 0;
        char **from = is_a ? &a : &b;
        __fz_taint_move(to, *from, size);
        --*(is_a ? &left : &right);
        *from += size;
        to += size;
    }
    __fz_taint_move(to, a, left * size);
    __fz_taint_move(all, room, (count - right) * size);
}

/* False: out of memory. */
static bool sort(const struct order *order, void *all, size_t count) {
    size_t bytes;
    if (count < 2 || !order->size)
        return true;
    if (__builtin_mul_overflow(count, order->size, &bytes))
        return false;
    int before = errno;
    char *room = ORIGINAL(malloc, void *(*)(size_t))(bytes);
    errno = before;
    if (!room)
        return false;
    merge(order, all, count, room);
    ORIGINAL(free, void (*)(void *))(room);
    return true;
}

/* An element may have come from anywhere in the array. */
static void mix(void *all, size_t bytes) { __fz_taint_fill(all, bytes, label_of(all, bytes)); }

INTERPOSE(void, qsort, void *all, size_t count, size_t size, void *compare) {
    (void)ENTERED(qsort);
    const struct order order = {compare, NULL, false, size};
    if (!sort(&order, all, count)) {
        mix(all, count * size);
        ORIGINAL(qsort, void (*)(void *, size_t, size_t, void *))(all, count, size, compare);
    }
}

INTERPOSE(void, qsort_r, void *all, size_t count, size_t size, void *compare, void *context) {
    (void)ENTERED(qsort_r);
    const struct order order = {compare, context, true, size};
    if (!sort(&order, all, count)) {
        mix(all, count * size);
        ORIGINAL(qsort_r, void (*)(void *, size_t, size_t, void *, void *))(all, count, size, compare, context);
    }
}

INTERPOSE(void *, bsearch, const void *key, const void *all, size_t count, size_t size, void *compare) {
    bool is_labelled = ENTERED(bsearch);
    label_t label = __fz_taint_union(argument(is_labelled, 0, POINTER), argument(is_labelled, 1, POINTER));
    const struct order order = {compare, NULL, false, size};
    const char *found = NULL;
    for (size_t low = 0, high = count; low < high && !found;) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)all + middle * size;
        int answer = compared(&order, key, element);
        /* The position of the result depends on what the comparator read. */
        if (is_labelled && __fz_taint_return_tag == (uintptr_t)compare)
            label = __fz_taint_union(label, __fz_taint_union_row(__fz_taint_return[0], INT));
        if (answer < 0)
            high = middle;
        else if (answer > 0)
            low = middle + 1;
        else
            found = element;
    }
    RETURN(is_labelled, bsearch, label);
    return (void *)(uintptr_t)found;
}
