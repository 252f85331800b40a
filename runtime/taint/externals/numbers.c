/* Text that is converted to numbers. */
#include "originals.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* The labels of the number's bytes, of what precedes it, and of a NUL after it. If there is no number: 0. */
static label_t read_label(const char *text, const char *end, label_t base) {
    if (end == text)
        return 0;
    return __fz_taint_union(base, label_of(text, (uint64_t)(end - text) + !*end));
}

static void place(char **to, char *end) {
    if (to) {
        *to = end;
        clear_labels(to, sizeof *to);
    }
}

/* Functions that C23 renamed exist only in newer libcs under that name, and read the same otherwise. */
#define EITHER(name, other, type)                                                                                      \
    ({                                                                                                                 \
        void *function = ORIGINAL(name, void *);                                                                       \
        (type)(function ? function : ORIGINAL(other, void *));                                                         \
    })

#define INTEGER(name, other, type)                                                                                     \
    INTERPOSE(type, name, const char *text, char **to, int base) {                                                     \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 2, INT);                                                                 \
        char *end = NULL;                                                                                              \
        type number = EITHER(name, other, type (*)(const char *, char **, int))(text, &end, base);                     \
        if (is_labelled && end)                                                                                        \
            label = read_label(text, end, label);                                                                      \
        if (end)                                                                                                       \
            place(to, end);                                                                                            \
        RETURN(is_labelled, name, label);                                                                              \
        return number;                                                                                                 \
    }
INTEGER(strtol, strtol, long)
INTEGER(strtoll, strtoll, long long)
INTEGER(strtoul, strtoul, unsigned long)
INTEGER(strtoull, strtoull, unsigned long long)
INTEGER(strtoimax, strtoimax, long)
INTEGER(strtoumax, strtoumax, unsigned long)
INTEGER(strtoq, strtoq, long)
INTEGER(strtouq, strtouq, unsigned long)
INTEGER(__isoc23_strtol, strtol, long)
INTEGER(__isoc23_strtoll, strtoll, long long)
INTEGER(__isoc23_strtoul, strtoul, unsigned long)
INTEGER(__isoc23_strtoull, strtoull, unsigned long long)
INTEGER(__isoc23_strtoimax, strtoimax, long)
INTEGER(__isoc23_strtoumax, strtoumax, unsigned long)

#define FLOAT(name, type)                                                                                              \
    INTERPOSE(type, name, const char *text, char **to) {                                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        char *end;                                                                                                     \
        type number = ORIGINAL(name, type (*)(const char *, char **))(text, &end);                                     \
        place(to, end);                                                                                                \
        RETURN(is_labelled, name, is_labelled ? read_label(text, end, 0) : 0);                                         \
        return number;                                                                                                 \
    }
FLOAT(strtod, double)
FLOAT(strtof, float)
FLOAT(strtold, long double)

#define WHOLE(name, type, read)                                                                                        \
    INTERPOSE(type, name, const char *text) {                                                                          \
        bool is_labelled = ENTERED(name);                                                                              \
        char *end;                                                                                                     \
        type number = (type)read;                                                                                      \
        RETURN(is_labelled, name, is_labelled ? read_label(text, end, 0) : 0);                                         \
        return number;                                                                                                 \
    }
#define STRTOL ORIGINAL(strtol, long (*)(const char *, char **, int))
WHOLE(atoi, int, STRTOL(text, &end, 10))
WHOLE(atol, long, STRTOL(text, &end, 10))
WHOLE(atoll, long long, ORIGINAL(strtoll, long long (*)(const char *, char **, int))(text, &end, 10))
WHOLE(atof, double, ORIGINAL(strtod, double (*)(const char *, char **))(text, &end))

/* An IP address: four bytes or sixteen. */
INTERPOSE(int, inet_pton, int family, const char *text, void *to) {
    bool is_labelled = ENTERED(inet_pton);
    int answer = ORIGINAL(inet_pton, int (*)(int, const char *, void *))(family, text, to);
    label_t label = label_of(text, strlen(text) + 1);
    if (answer == 1)
        __fz_taint_fill(to, family == AF_INET ? 4 : 16, label);
    RETURN(is_labelled, inet_pton, label);
    return answer;
}

/* The same with a locale. */
#define INTEGER_L(name, type)                                                                                          \
    INTERPOSE(type, name, const char *text, char **to, int base, void *locale) {                                       \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 2, INT);                                                                 \
        char *end = NULL;                                                                                              \
        type number = ORIGINAL(name, type (*)(const char *, char **, int, void *))(text, &end, base, locale);          \
        if (is_labelled && end)                                                                                        \
            label = read_label(text, end, label);                                                                      \
        if (end)                                                                                                       \
            place(to, end);                                                                                            \
        RETURN(is_labelled, name, label);                                                                              \
        return number;                                                                                                 \
    }
INTEGER_L(strtol_l, long)
INTEGER_L(strtoll_l, long long)
INTEGER_L(strtoul_l, unsigned long)
INTEGER_L(strtoull_l, unsigned long long)

#define FLOAT_L(name, type)                                                                                            \
    INTERPOSE(type, name, const char *text, char **to, void *locale) {                                                 \
        bool is_labelled = ENTERED(name);                                                                              \
        char *end;                                                                                                     \
        type number = ORIGINAL(name, type (*)(const char *, char **, void *))(text, &end, locale);                     \
        place(to, end);                                                                                                \
        RETURN(is_labelled, name, is_labelled ? read_label(text, end, 0) : 0);                                         \
        return number;                                                                                                 \
    }
FLOAT_L(strtod_l, double)
FLOAT_L(strtof_l, float)
FLOAT_L(strtold_l, long double)
