/* The environment as the kernel passed it: libc's is not initialised this early. */
#include <sys/auxv.h>

#include "taint.h"

static char **variables;

void environment_open(char **all) { variables = all; }

static char **place_of(const char *name) {
    for (char **place = variables; place && *place; place++) {
        size_t at = 0;
        while (name[at] && (*place)[at] == name[at])
            at++;
        if (!name[at] && (*place)[at] == '=')
            return place;
    }
    return NULL;
}

const char *environment_word(const char *name) {
    char **place = place_of(name);
    /* A setuid program must not let its caller choose what it reads and writes. */
    if (!place || getauxval(AT_SECURE))
        return NULL;
    const char *word = *place;
    while (*word != '=')
        word++;
    return word[1] ? word + 1 : NULL;
}

void environment_drop(const char *name) {
    for (char **place = place_of(name); place && *place; place++)
        *place = place[1];
}

char **environment_with(char *more) {
    size_t count = 0;
    while (variables && variables[count])
        count++;
    char **all = take_pages((count + 2) * sizeof *all);
    if (!all)
        return NULL;
    for (size_t at = 0; at < count; at++)
        all[at] = variables[at];
    all[count] = more;
    return all;
}
