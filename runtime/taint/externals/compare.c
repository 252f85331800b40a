/* Compares of memory and strings: the result depends on the bytes up to the one that decides. */
#include "originals.h"

#include <ctype.h>
#include <string.h>

static label_t of_both(label_t addresses, const void *a, const void *b, uint64_t bytes) {
    return __fz_taint_union(addresses, __fz_taint_union(label_of(a, bytes), label_of(b, bytes)));
}

static uint64_t memory_decided(const unsigned char *a, const unsigned char *b, uint64_t bytes) {
    uint64_t at = 0;
    while (at < bytes && a[at] == b[at])
        at++;
    return at < bytes ? at + 1 : bytes;
}

static uint64_t text_decided(const unsigned char *a, const unsigned char *b, uint64_t most, bool folds) {
    uint64_t at = 0;
    while (at < most && a[at] && (folds ? tolower(a[at]) == tolower(b[at]) : a[at] == b[at]))
        at++;
    return at < most ? at + 1 : most;
}

#define MEMCMP(name)                                                                                                   \
    INTERPOSE(int, name, const void *a, const void *b, size_t bytes) {                                                 \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t from = addresses(is_labelled);                                                                         \
        int answer = ORIGINAL(name, int (*)(const void *, const void *, size_t))(a, b, bytes);                         \
        RETURN(is_labelled, name,                                                                                      \
               is_labelled && has_labels ? of_both(from, a, b, answer ? memory_decided(a, b, bytes) : bytes) : 0);     \
        return answer;                                                                                                 \
    }
MEMCMP(memcmp)
MEMCMP(bcmp)
MEMCMP(__memcmpeq)

#define STRCMP(name, folds)                                                                                            \
    INTERPOSE(int, name, const void *a, const void *b) {                                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t from = addresses(is_labelled);                                                                         \
        int answer = ORIGINAL(name, int (*)(const void *, const void *))(a, b);                                        \
        RETURN(is_labelled, name,                                                                                      \
               is_labelled && has_labels ? of_both(from, a, b, text_decided(a, b, UINT64_MAX, folds)) : 0);            \
        return answer;                                                                                                 \
    }
STRCMP(strcmp, false)
STRCMP(strcasecmp, true)

#define STRNCMP(name, folds)                                                                                           \
    INTERPOSE(int, name, const void *a, const void *b, size_t most) {                                                  \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t from = addresses(is_labelled);                                                                         \
        int answer = ORIGINAL(name, int (*)(const void *, const void *, size_t))(a, b, most);                          \
        RETURN(is_labelled, name, is_labelled && has_labels ? of_both(from, a, b, text_decided(a, b, most, folds)) : 0);\
        return answer;                                                                                                 \
    }
STRNCMP(strncmp, false)
STRNCMP(strncasecmp, true)

/* A locale may make it read all of both strings. */
INTERPOSE(int, strcoll, const char *a, const char *b) {
    bool is_labelled = ENTERED(strcoll);
    label_t from = addresses(is_labelled);
    int answer = ORIGINAL(strcoll, int (*)(const char *, const char *))(a, b);
    RETURN(is_labelled, strcoll,
           is_labelled ? __fz_taint_union(from, __fz_taint_union(label_of(a, strlen(a) + 1), label_of(b, strlen(b) + 1))) : 0);
    return answer;
}
