/* Moving and filling memory. */
#include "originals.h"

INTERPOSE(void *, memcpy, void *to, const void *from, size_t bytes) {
    bool is_labelled = ENTERED(memcpy);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, memcpy, label);
    return to;
}

INTERPOSE(void *, memmove, void *to, const void *from, size_t bytes) {
    bool is_labelled = ENTERED(memmove);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, memmove, label);
    return to;
}

INTERPOSE(void *, mempcpy, void *to, const void *from, size_t bytes) {
    bool is_labelled = ENTERED(mempcpy);
    label_t label = __fz_taint_union(argument(is_labelled, 0, POINTER), argument(is_labelled, 2, SIZE));
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, mempcpy, label);
    return (char *)to + bytes;
}

INTERPOSE(void *, __mempcpy, void *to, const void *from, size_t bytes) {
    bool is_labelled = ENTERED(__mempcpy);
    label_t label = __fz_taint_union(argument(is_labelled, 0, POINTER), argument(is_labelled, 2, SIZE));
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, __mempcpy, label);
    return (char *)to + bytes;
}

INTERPOSE(void *, memccpy, void *to, const void *from, int end, size_t bytes) {
    bool is_labelled = ENTERED(memccpy);
    label_t label = argument(is_labelled, 0, POINTER);
    const char *last = ORIGINAL(memchr, void *(*)(const void *, int, size_t))(from, end, bytes);
    size_t taken = last ? (size_t)(last - (const char *)from) + 1 : bytes;
    __fz_taint_move(to, from, taken);
    if (is_labelled)
        label = __fz_taint_union(label, label_of(from, taken));
    RETURN(is_labelled, memccpy, label);
    return last ? (char *)to + taken : NULL;
}

INTERPOSE(void, bcopy, const void *from, void *to, size_t bytes) {
    (void)ENTERED(bcopy);
    __fz_taint_move(to, from, bytes);
}

INTERPOSE(void *, memset, void *to, int byte, size_t bytes) {
    bool is_labelled = ENTERED(memset);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_set(to, byte, bytes, argument(is_labelled, 1, 1));
    RETURN(is_labelled, memset, label);
    return to;
}

INTERPOSE(void, bzero, void *to, size_t bytes) {
    (void)ENTERED(bzero);
    __fz_taint_set(to, 0, bytes, 0);
}

INTERPOSE(void, explicit_bzero, void *to, size_t bytes) {
    (void)ENTERED(explicit_bzero);
    __fz_taint_set(to, 0, bytes, 0);
}

/* What fortified code calls: libc's own function reports the error and ends the program. */

INTERPOSE(void *, __memcpy_chk, void *to, const void *from, size_t bytes, size_t room) {
    bool is_labelled = ENTERED(__memcpy_chk);
    label_t label = argument(is_labelled, 0, POINTER);
    if (bytes > room)
        ORIGINAL(__memcpy_chk, void *(*)(void *, const void *, size_t, size_t))(to, from, bytes, room);
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, __memcpy_chk, label);
    return to;
}

INTERPOSE(void *, __memmove_chk, void *to, const void *from, size_t bytes, size_t room) {
    bool is_labelled = ENTERED(__memmove_chk);
    label_t label = argument(is_labelled, 0, POINTER);
    if (bytes > room)
        ORIGINAL(__memmove_chk, void *(*)(void *, const void *, size_t, size_t))(to, from, bytes, room);
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, __memmove_chk, label);
    return to;
}

INTERPOSE(void *, __mempcpy_chk, void *to, const void *from, size_t bytes, size_t room) {
    bool is_labelled = ENTERED(__mempcpy_chk);
    label_t label = __fz_taint_union(argument(is_labelled, 0, POINTER), argument(is_labelled, 2, SIZE));
    if (bytes > room)
        ORIGINAL(__mempcpy_chk, void *(*)(void *, const void *, size_t, size_t))(to, from, bytes, room);
    __fz_taint_move(to, from, bytes);
    RETURN(is_labelled, __mempcpy_chk, label);
    return (char *)to + bytes;
}

INTERPOSE(void *, __memset_chk, void *to, int byte, size_t bytes, size_t room) {
    bool is_labelled = ENTERED(__memset_chk);
    label_t label = argument(is_labelled, 0, POINTER);
    if (bytes > room)
        ORIGINAL(__memset_chk, void *(*)(void *, int, size_t, size_t))(to, byte, bytes, room);
    __fz_taint_set(to, byte, bytes, argument(is_labelled, 1, 1));
    RETURN(is_labelled, __memset_chk, label);
    return to;
}
