/* Functions whose answer depends on a whole text. */
#include "originals.h"

#include <arpa/inet.h>
#include <regex.h>
#include <string.h>

INTERPOSE(int, strverscmp, const char *a, const char *b) {
    bool is_labelled = ENTERED(strverscmp);
    label_t label = addresses(is_labelled);
    int answer = ORIGINAL(strverscmp, int (*)(const char *, const char *))(a, b);
    label = __fz_taint_union(label, __fz_taint_union(label_of(a, strlen(a) + 1), label_of(b, strlen(b) + 1)));
    RETURN(is_labelled, strverscmp, label);
    return answer;
}

/* Where it matches, too. */
INTERPOSE(int, regexec, const regex_t *pattern, const char *text, size_t count, regmatch_t *matches, int flags) {
    bool is_labelled = ENTERED(regexec);
    label_t label = 0;
    /* A part of the text, which need not end with a NUL. */
    if (flags & REG_STARTEND)
        label = label_of(text + matches[0].rm_so, (uint64_t)(matches[0].rm_eo - matches[0].rm_so));
    else
        label = label_of(text, strlen(text) + 1);
    int failed =
        ORIGINAL(regexec, int (*)(const regex_t *, const char *, size_t, regmatch_t *, int))(pattern, text, count, matches, flags);
    if (!failed && matches)
        __fz_taint_fill(matches, count * sizeof *matches, label);
    RETURN(is_labelled, regexec, label);
    return failed;
}

INTERPOSE(int, inet_aton, const char *text, struct in_addr *to) {
    bool is_labelled = ENTERED(inet_aton);
    int answer = ORIGINAL(inet_aton, int (*)(const char *, struct in_addr *))(text, to);
    label_t label = label_of(text, strlen(text) + 1);
    if (answer && to)
        __fz_taint_fill(to, sizeof *to, label);
    RETURN(is_labelled, inet_aton, label);
    return answer;
}

#define ADDRESS(name)                                                                                                  \
    INTERPOSE(in_addr_t, name, const char *text) {                                                                     \
        bool is_labelled = ENTERED(name);                                                                              \
        in_addr_t answer = ORIGINAL(name, in_addr_t (*)(const char *))(text);                                          \
        RETURN(is_labelled, name, label_of(text, strlen(text) + 1));                                                   \
        return answer;                                                                                                 \
    }
ADDRESS(inet_addr)
ADDRESS(inet_network)
