/* Copying, measuring and searching strings. */
#include "originals.h"

#include <stdlib.h>
#include <string.h>

/* The result has the label of the destination pointer. */
INTERPOSE(char *, strcpy, char *to, const char *from) {
    bool is_labelled = ENTERED(strcpy);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_move(to, from, strlen(from) + 1);
    RETURN(is_labelled, strcpy, label);
    return to;
}

#define STPCPY(name)                                                                                                   \
    INTERPOSE(char *, name, char *to, const char *from) {                                                              \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        size_t length = strlen(from);                                                                                  \
        if (is_labelled)                                                                                               \
            label = __fz_taint_union(label, label_of(from, length + 1));                                               \
        __fz_taint_move(to, from, length + 1);                                                                         \
        RETURN(is_labelled, name, label);                                                                              \
        return to + length;                                                                                            \
    }
STPCPY(stpcpy)
STPCPY(__stpcpy)

static size_t padded(char *to, const char *from, size_t bytes) {
    size_t length = strnlen(from, bytes);
    __fz_taint_move(to, from, length);
    if (length < bytes) {
        __fz_taint_copy(to + length, from + length, 1);
        to[length] = 0;
        __fz_taint_set(to + length + 1, 0, bytes - length - 1, 0);
    }
    return length;
}

INTERPOSE(char *, strncpy, char *to, const char *from, size_t bytes) {
    bool is_labelled = ENTERED(strncpy);
    label_t label = argument(is_labelled, 0, POINTER);
    padded(to, from, bytes);
    RETURN(is_labelled, strncpy, label);
    return to;
}

INTERPOSE(char *, stpncpy, char *to, const char *from, size_t bytes) {
    bool is_labelled = ENTERED(stpncpy);
    label_t label = argument(is_labelled, 0, POINTER);
    size_t length = strnlen(from, bytes);
    if (is_labelled)
        label = __fz_taint_union(label, label_of(from, length < bytes ? length + 1 : bytes));
    padded(to, from, bytes);
    RETURN(is_labelled, stpncpy, label);
    return to + length;
}

INTERPOSE(char *, strcat, char *to, const char *from) {
    bool is_labelled = ENTERED(strcat);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_move(to + strlen(to), from, strlen(from) + 1);
    RETURN(is_labelled, strcat, label);
    return to;
}

static void append(char *to, const char *from, size_t most) {
    char *end = to + strlen(to);
    size_t length = strnlen(from, most);
    __fz_taint_move(end, from, length);
    end[length] = 0;
    clear_labels(end + length, 1);
    if (length < most)
        __fz_taint_copy(end + length, from + length, 1);
}

INTERPOSE(char *, strncat, char *to, const char *from, size_t most) {
    bool is_labelled = ENTERED(strncat);
    label_t label = argument(is_labelled, 0, POINTER);
    append(to, from, most);
    RETURN(is_labelled, strncat, label);
    return to;
}

/* What fortified code calls: if there is too little room, libc's own function reports it and ends the program. */
#define CHECKED(name, needed, work)                                                                                    \
    INTERPOSE(char *, name, char *to, const char *from, size_t room) {                                                 \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        if ((needed) >= room)                                                                                          \
            ORIGINAL(name, char *(*)(char *, const char *, size_t))(to, from, room);                                   \
        work;                                                                                                          \
        RETURN(is_labelled, name, label);                                                                              \
        return to;                                                                                                     \
    }
CHECKED(__strcpy_chk, strlen(from), __fz_taint_move(to, from, strlen(from) + 1))
CHECKED(__strcat_chk, strlen(to) + strlen(from), __fz_taint_move(to + strlen(to), from, strlen(from) + 1))

INTERPOSE(char *, __stpcpy_chk, char *to, const char *from, size_t room) {
    bool is_labelled = ENTERED(__stpcpy_chk);
    size_t length = strlen(from);
    label_t label = argument(is_labelled, 0, POINTER);
    if (is_labelled)
        label = __fz_taint_union(label, label_of(from, length + 1));
    if (length >= room)
        ORIGINAL(__stpcpy_chk, char *(*)(char *, const char *, size_t))(to, from, room);
    __fz_taint_move(to, from, length + 1);
    RETURN(is_labelled, __stpcpy_chk, label);
    return to + length;
}

#define CHECKED_PREFIX(name, too_long, work)                                                                           \
    INTERPOSE(char *, name, char *to, const char *from, size_t bytes, size_t room) {                                   \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        if (too_long)                                                                                                  \
            ORIGINAL(name, char *(*)(char *, const char *, size_t, size_t))(to, from, bytes, room);                    \
        work;                                                                                                          \
        RETURN(is_labelled, name, label);                                                                              \
        return to;                                                                                                     \
    }
CHECKED_PREFIX(__strncpy_chk, bytes > room, padded(to, from, bytes))
CHECKED_PREFIX(__strncat_chk, strlen(to) + strnlen(from, bytes) >= room, append(to, from, bytes))

static char *copied(const char *from, size_t length) {
    /* By its public name: the program may have its own allocator. */
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    __fz_taint_move(copy, from, length);
    copy[length] = 0;
    clear_labels(copy + length, 1);
    return copy;
}

#define STRDUP(name)                                                                                                   \
    INTERPOSE(char *, name, const char *from) {                                                                        \
        bool is_labelled = ENTERED(name);                                                                              \
        size_t length = strlen(from);                                                                                  \
        char *copy = copied(from, length);                                                                             \
        if (copy)                                                                                                      \
            __fz_taint_copy(copy + length, from + length, 1);                                                          \
        RETURN(is_labelled, name, 0);                                                                                  \
        return copy;                                                                                                   \
    }
STRDUP(strdup)
STRDUP(__strdup)

#define STRNDUP(name)                                                                                                  \
    INTERPOSE(char *, name, const char *from, size_t most) {                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        char *copy = copied(from, strnlen(from, most));                                                                \
        RETURN(is_labelled, name, 0);                                                                                  \
        return copy;                                                                                                   \
    }
STRNDUP(strndup)
STRNDUP(__strndup)

INTERPOSE(size_t, strlen, const char *text) {
    bool is_labelled = ENTERED(strlen);
    label_t from = address(is_labelled);
    size_t length = ORIGINAL(strlen, size_t (*)(const char *))(text);
    RETURN(is_labelled, strlen, is_labelled ? __fz_taint_union(from, label_of(text, length + 1)) : 0);
    return length;
}

INTERPOSE(size_t, strnlen, const char *text, size_t most) {
    bool is_labelled = ENTERED(strnlen);
    label_t label = __fz_taint_union(address(is_labelled), argument(is_labelled, 1, SIZE));
    size_t length = ORIGINAL(strnlen, size_t (*)(const char *, size_t))(text, most);
    if (is_labelled)
        label = __fz_taint_union(label, label_of(text, length < most ? length + 1 : most));
    RETURN(is_labelled, strnlen, label);
    return length;
}

/* The result of a search depends on its arguments and on the bytes up to the one found. */
static label_t searched(label_t label, const void *begin, uint64_t bytes, const char *other) {
    label = __fz_taint_union(label_of(begin, bytes), label);
    return other ? __fz_taint_union(label, label_of(other, strlen(other) + 1)) : label;
}

static label_t passed(bool is_labelled, uint32_t lanes) {
    return __fz_taint_union(argument(is_labelled, 0, POINTER), argument(is_labelled, 1, lanes));
}

#define FIND_BYTE(name, type, bytes)                                                                                   \
    INTERPOSE(type *, name, const type *in, int byte) {                                                                \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = passed(is_labelled, 1);                                                                        \
        type *found = ORIGINAL(name, type *(*)(const type *, int))(in, byte);                                          \
        if (is_labelled)                                                                                               \
            label = searched(label, in, bytes, NULL);                                                                  \
        RETURN(is_labelled, name, label);                                                                              \
        return found;                                                                                                  \
    }
#define UP_TO(found) ((found) ? (size_t)((const char *)(found) - (const char *)in) + 1 : strlen(in) + 1)
FIND_BYTE(strchr, char, UP_TO(found))
FIND_BYTE(index, char, UP_TO(found))
FIND_BYTE(strchrnul, char, UP_TO(found))
FIND_BYTE(strrchr, char, strlen(in) + 1)
FIND_BYTE(rindex, char, strlen(in) + 1)
FIND_BYTE(rawmemchr, void, UP_TO(found))
FIND_BYTE(__rawmemchr, void, UP_TO(found))

INTERPOSE(void *, memchr, const void *in, int byte, size_t bytes) {
    bool is_labelled = ENTERED(memchr);
    label_t label = passed(is_labelled, 1);
    void *found = ORIGINAL(memchr, void *(*)(const void *, int, size_t))(in, byte, bytes);
    if (is_labelled)
        label = searched(label, in, found ? (size_t)((char *)found - (const char *)in) + 1 : bytes, NULL);
    RETURN(is_labelled, memchr, label);
    return found;
}

INTERPOSE(void *, memrchr, const void *in, int byte, size_t bytes) {
    bool is_labelled = ENTERED(memrchr);
    label_t label = passed(is_labelled, 1);
    const char *found = ORIGINAL(memrchr, void *(*)(const void *, int, size_t))(in, byte, bytes), *end = (const char *)in + bytes;
    if (is_labelled)
        label = searched(label, found ? found : in, found ? (size_t)(end - found) : bytes, NULL);
    RETURN(is_labelled, memrchr, label);
    return (void *)(uintptr_t)found;
}

#define FIND_TEXT(name, type, past)                                                                                    \
    INTERPOSE(type, name, const char *in, const char *what) {                                                          \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = passed(is_labelled, POINTER);                                                                  \
        type found = ORIGINAL(name, type (*)(const char *, const char *))(in, what);                                   \
        if (is_labelled)                                                                                               \
            label = searched(label, in, past, what);                                                                   \
        RETURN(is_labelled, name, label);                                                                              \
        return found;                                                                                                  \
    }
#define PAST_MATCH (found ? (size_t)(found - in) + strlen(what) : strlen(in) + 1)
FIND_TEXT(strstr, char *, PAST_MATCH)
FIND_TEXT(strcasestr, char *, PAST_MATCH)
FIND_TEXT(strpbrk, char *, UP_TO(found))
FIND_TEXT(strspn, size_t, found + 1)
FIND_TEXT(strcspn, size_t, found + 1)

INTERPOSE(void *, memmem, const void *in, size_t bytes, const void *what, size_t length) {
    bool is_labelled = ENTERED(memmem);
    label_t label = __fz_taint_union(passed(is_labelled, SIZE), argument(is_labelled, 2, POINTER));
    label = __fz_taint_union(label, argument(is_labelled, 3, SIZE));
    void *found = ORIGINAL(memmem, void *(*)(const void *, size_t, const void *, size_t))(in, bytes, what, length);
    if (is_labelled) {
        label = searched(label, in, found ? (size_t)((char *)found - (const char *)in) + length : bytes, NULL);
        label = __fz_taint_union(label, label_of(what, length));
    }
    RETURN(is_labelled, memmem, label);
    return found;
}

/* The byte that ends a token is overwritten by a NUL. */
static void ended(char *place) {
    if (place)
        clear_labels(place, 1);
}

#define STRSEP(name)                                                                                                   \
    INTERPOSE(char *, name, char **rest, const char *ends) {                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = __fz_taint_union(passed(is_labelled, POINTER), is_labelled ? label_of(rest, sizeof *rest) : 0); \
        char *begin = *rest;                                                                                           \
        if (is_labelled && begin)                                                                                      \
            label = searched(label, begin, strcspn(begin, ends) + 1, ends);                                            \
        char *token = ORIGINAL(name, char *(*)(char **, const char *))(rest, ends);                                    \
        ended(token && *rest ? *rest - 1 : NULL);                                                                      \
        RETURN(is_labelled, name, label);                                                                              \
        return token;                                                                                                  \
    }
STRSEP(strsep)
STRSEP(__strsep)

/* The labels of the skipped bytes, the token, and the byte that ends it. */
static label_t token_label(const char *begin, const char *ends) {
    size_t skipped = strspn(begin, ends);
    return searched(0, begin, skipped + strcspn(begin + skipped, ends) + 1, ends);
}

static void token_ended(char *token, size_t length, bool was_last) {
    if (token && !was_last)
        ended(token + length);
}

#define STRTOK_R(name)                                                                                                 \
    INTERPOSE(char *, name, char *text, const char *ends, char **rest) {                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = passed(is_labelled, POINTER);                                                                  \
        char *begin = text ? text : *rest;                                                                             \
        if (is_labelled && begin)                                                                                      \
            label = __fz_taint_union(label, token_label(begin, ends));                                                 \
        bool was_last = !begin || !begin[strspn(begin, ends) + strcspn(begin + strspn(begin, ends), ends)];            \
        char *token = ORIGINAL(name, char *(*)(char *, const char *, char **))(text, ends, rest);                      \
        token_ended(token, token ? strlen(token) : 0, was_last);                                                       \
        clear_labels(rest, sizeof *rest);                                                                              \
        RETURN(is_labelled, name, label);                                                                              \
        return token;                                                                                                  \
    }
STRTOK_R(strtok_r)
STRTOK_R(__strtok_r)

INTERPOSE(char *, strtok, char *text, const char *ends) {
    bool is_labelled = ENTERED(strtok);
    label_t label = passed(is_labelled, POINTER);
    static char *rest;
    if (is_labelled && (text || rest))
        label = __fz_taint_union(label, token_label(text ? text : rest, ends));
    char *begin = text ? text : rest;
    bool was_last = !begin || !begin[strspn(begin, ends) + strcspn(begin + strspn(begin, ends), ends)];
    char *token = ORIGINAL(strtok_r, char *(*)(char *, const char *, char **))(text, ends, &rest);
    token_ended(token, token ? strlen(token) : 0, was_last);
    RETURN(is_labelled, strtok, label);
    return token;
}
