/* Clock time, calendar time, and times as text: all of one depends on all of the other. */
#include "originals.h"

#include <string.h>
#include <time.h>

static void carry(void *to, size_t size, const void *from, size_t bytes) {
    if (to)
        __fz_taint_fill(to, size, label_of(from, bytes));
}

#define CALENDAR(name, parameters, names)                                                                              \
    INTERPOSE(struct tm *, name, PASS parameters) {                                                                    \
        bool is_labelled = ENTERED(name);                                                                              \
        struct tm *to = ORIGINAL(name, struct tm *(*) parameters) names;                                               \
        carry(to, sizeof *to, from, sizeof *from);                                                                     \
        RETURN(is_labelled, name, 0);                                                                                  \
        return to;                                                                                                     \
    }
#define PASS(...) __VA_ARGS__
CALENDAR(localtime, (const time_t *from), (from))
CALENDAR(gmtime, (const time_t *from), (from))
CALENDAR(localtime_r, (const time_t *from, struct tm *place), (from, place))
CALENDAR(gmtime_r, (const time_t *from, struct tm *place), (from, place))

/* They also normalise the calendar time. */
#define CLOCK(name)                                                                                                    \
    INTERPOSE(time_t, name, struct tm *from) {                                                                         \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = label_of(from, sizeof *from);                                                                  \
        time_t now = ORIGINAL(name, time_t (*)(struct tm *))(from);                                                    \
        __fz_taint_fill(from, sizeof *from, label);                                                                    \
        RETURN(is_labelled, name, label);                                                                              \
        return now;                                                                                                    \
    }
CLOCK(mktime)
CLOCK(timegm)

#define TEXT(name, parameters, names)                                                                            \
    INTERPOSE(char *, name, PASS parameters) {                                                                         \
        bool is_labelled = ENTERED(name);                                                                              \
        char *to = ORIGINAL(name, char *(*) parameters) names;                                                         \
        carry(to, to ? strlen(to) + 1 : 0, from, sizeof *from);                                                        \
        RETURN(is_labelled, name, 0);                                                                                  \
        return to;                                                                                                     \
    }
TEXT(asctime, (const struct tm *from), (from))
TEXT(asctime_r, (const struct tm *from, char *place), (from, place))
TEXT(ctime, (const time_t *from), (from))
TEXT(ctime_r, (const time_t *from, char *place), (from, place))

INTERPOSE(size_t, strftime, char *to, size_t room, const char *format, const struct tm *from) {
    bool is_labelled = ENTERED(strftime);
    size_t bytes = ORIGINAL(strftime, size_t (*)(char *, size_t, const char *, const struct tm *))(to, room, format, from);
    carry(to, bytes ? bytes + 1 : 0, from, sizeof *from);
    RETURN(is_labelled, strftime, 0);
    return bytes;
}

INTERPOSE(char *, strptime, const char *text, const char *format, struct tm *to) {
    bool is_labelled = ENTERED(strptime);
    char *end = ORIGINAL(strptime, char *(*)(const char *, const char *, struct tm *))(text, format, to);
    label_t label = label_of(text, end ? (size_t)(end - text) : strlen(text) + 1);
    __fz_taint_fill(to, sizeof *to, __fz_taint_union(label, label_of(to, sizeof *to)));
    RETURN(is_labelled, strptime, label);
    return end;
}
