/* Wide characters: moved as bytes are. A converted character gets the labels of all bytes it was converted from. */
#include "originals.h"

#include <limits.h>
#include <string.h>
#include <wchar.h>

#define WIDE sizeof(wchar_t)

#define WMOVE(name)                                                                                                    \
    INTERPOSE(wchar_t *, name, wchar_t *to, const wchar_t *from, size_t count) {                                       \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        __fz_taint_move(to, from, count * WIDE);                                                                       \
        RETURN(is_labelled, name, label);                                                                              \
        return to;                                                                                                     \
    }
WMOVE(wmemcpy)
WMOVE(wmemmove)

INTERPOSE(wchar_t *, wmemset, wchar_t *to, wchar_t character, size_t count) {
    bool is_labelled = ENTERED(wmemset);
    label_t passed = argument(is_labelled, 0, POINTER), label = argument(is_labelled, 1, INT);
    for (size_t at = 0; at < count; at++)
        to[at] = character;
    __fz_taint_fill(to, count * WIDE, label);
    RETURN(is_labelled, wmemset, passed);
    return to;
}

INTERPOSE(size_t, wcslen, const wchar_t *text) {
    bool is_labelled = ENTERED(wcslen);
    size_t length = ORIGINAL(wcslen, size_t (*)(const wchar_t *))(text);
    RETURN(is_labelled, wcslen, is_labelled ? label_of(text, (length + 1) * WIDE) : 0);
    return length;
}

INTERPOSE(wchar_t *, wcscpy, wchar_t *to, const wchar_t *from) {
    bool is_labelled = ENTERED(wcscpy);
    label_t label = argument(is_labelled, 0, POINTER);
    __fz_taint_move(to, from, (wcslen(from) + 1) * WIDE);
    RETURN(is_labelled, wcscpy, label);
    return to;
}

/* How many bytes one character took: all of them if it was incomplete or invalid. */
static uint64_t taken(size_t answer, const char *from, size_t most) {
    most = most < MB_LEN_MAX ? most : MB_LEN_MAX;
    if (answer == 0)
        return strnlen(from, most) + 1 < most ? strnlen(from, most) + 1 : most;
    return answer < most ? answer : most;
}

static label_t has_character(wchar_t *to, size_t answer, const char *from, size_t most) {
    label_t label = from ? label_of(from, taken(answer, from, most)) : 0;
    if (to && from && answer <= most)
        __fz_taint_fill(to, WIDE, label);
    return label;
}

INTERPOSE(size_t, mbrtowc, wchar_t *to, const char *from, size_t most, mbstate_t *state) {
    bool is_labelled = ENTERED(mbrtowc);
    size_t answer = ORIGINAL(mbrtowc, size_t (*)(wchar_t *, const char *, size_t, mbstate_t *))(to, from, most, state);
    label_t label = has_character(to, answer, from, most);
    RETURN(is_labelled, mbrtowc, label);
    return answer;
}

INTERPOSE(int, mbtowc, wchar_t *to, const char *from, size_t most) {
    bool is_labelled = ENTERED(mbtowc);
    int answer = ORIGINAL(mbtowc, int (*)(wchar_t *, const char *, size_t))(to, from, most);
    label_t label = has_character(to, (size_t)answer, from, most);
    RETURN(is_labelled, mbtowc, label);
    return answer;
}

#define LENGTH(name, type, parameters, names)                                                                          \
    INTERPOSE(type, name, PASS parameters) {                                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        type answer = ORIGINAL(name, type (*) parameters) names;                                                       \
        RETURN(is_labelled, name, is_labelled && from ? label_of(from, taken((size_t)answer, from, most)) : 0);        \
        return answer;                                                                                                 \
    }
#define PASS(...) __VA_ARGS__
LENGTH(mblen, int, (const char *from, size_t most), (from, most))
LENGTH(mbrlen, size_t, (const char *from, size_t most, mbstate_t *state), (from, most, state))

/* Each character that was made gets the labels of the bytes that it was made of; the answer depends on all of them. */
static label_t made_wide(wchar_t *to, size_t room, const char *from, size_t bytes) {
    mbstate_t state = {0};
    label_t whole = 0;
    size_t at = 0;
    for (size_t number = 0; at < bytes && (!to || number < room); number++) {
        size_t took = ORIGINAL(mbrlen, size_t (*)(const char *, size_t, mbstate_t *))(from + at, bytes - at, &state);
        bool is_wrong = took > bytes - at;
        bool is_end = took == 0;
        took = is_wrong ? bytes - at : is_end ? 1 : took;
        label_t label = label_of(from + at, took);
        whole = __fz_taint_union(whole, label);
        if (to && !is_wrong)
            __fz_taint_fill(to + number, WIDE, label);
        at += took;
        if (is_wrong || is_end)
            break;
    }
    return whole;
}

static label_t made_narrow(char *to, size_t room, const wchar_t *from, size_t count) {
    mbstate_t state = {0};
    label_t whole = 0;
    char bytes[MB_LEN_MAX];
    size_t used = 0;
    for (size_t at = 0; at < count; at++) {
        size_t made = ORIGINAL(wcrtomb, size_t (*)(char *, wchar_t, mbstate_t *))(bytes, from[at], &state);
        label_t label = label_of(from + at, WIDE);
        if (to && made != (size_t)-1 && made > room - used)
            break;
        whole = __fz_taint_union(whole, label);
        if (made == (size_t)-1)
            break;
        if (to)
            __fz_taint_fill(to + used, made, label);
        used += made;
    }
    return whole;
}

INTERPOSE(size_t, mbstowcs, wchar_t *to, const char *from, size_t most) {
    bool is_labelled = ENTERED(mbstowcs);
    size_t count = ORIGINAL(mbstowcs, size_t (*)(wchar_t *, const char *, size_t))(to, from, most);
    label_t label = made_wide(to, most, from, strlen(from) + 1);
    RETURN(is_labelled, mbstowcs, label);
    return count;
}

INTERPOSE(size_t, wcstombs, char *to, const wchar_t *from, size_t most) {
    bool is_labelled = ENTERED(wcstombs);
    size_t bytes = ORIGINAL(wcstombs, size_t (*)(char *, const wchar_t *, size_t))(to, from, most);
    label_t label = made_narrow(to, most, from, wcslen(from) + 1);
    RETURN(is_labelled, wcstombs, label);
    return bytes;
}

/* The same for parts of a text: they say how far they came. */
INTERPOSE(size_t, mbsrtowcs, wchar_t *to, const char **from, size_t most, mbstate_t *state) {
    bool is_labelled = ENTERED(mbsrtowcs);
    const char *begin = *from;
    size_t count = ORIGINAL(mbsrtowcs, size_t (*)(wchar_t *, const char **, size_t, mbstate_t *))(to, from, most, state);
    size_t bytes = to && *from ? (size_t)(*from - begin) : strlen(begin) + 1;
    label_t label = made_wide(to, most, begin, bytes);
    RETURN(is_labelled, mbsrtowcs, label);
    return count;
}

INTERPOSE(size_t, wcsrtombs, char *to, const wchar_t **from, size_t most, mbstate_t *state) {
    bool is_labelled = ENTERED(wcsrtombs);
    const wchar_t *begin = *from;
    size_t bytes = ORIGINAL(wcsrtombs, size_t (*)(char *, const wchar_t **, size_t, mbstate_t *))(to, from, most, state);
    size_t count = to && *from ? (size_t)(*from - begin) : wcslen(begin) + 1;
    label_t label = made_narrow(to, most, begin, count);
    RETURN(is_labelled, wcsrtombs, label);
    return bytes;
}

INTERPOSE(size_t, wcrtomb, char *to, wchar_t character, mbstate_t *state) {
    bool is_labelled = ENTERED(wcrtomb);
    label_t label = argument(is_labelled, 1, INT);
    size_t bytes = ORIGINAL(wcrtomb, size_t (*)(char *, wchar_t, mbstate_t *))(to, character, state);
    if (to && bytes != (size_t)-1)
        __fz_taint_fill(to, bytes, label);
    RETURN(is_labelled, wcrtomb, label);
    return bytes;
}

/* Everything that a conversion wrote gets the labels of all bytes that it took. */
INTERPOSE(size_t, iconv, void *converter, char **from, size_t *left, char **to, size_t *room) {
    bool is_labelled = ENTERED(iconv);
    char *begin = from ? *from : NULL, *made = to ? *to : NULL;
    size_t answer = ORIGINAL(iconv, size_t (*)(void *, char **, size_t *, char **, size_t *))(converter, from, left, to, room);
    label_t label = begin ? label_of(begin, (uint64_t)(*from - begin)) : 0;
    if (made)
        __fz_taint_fill(made, (uint64_t)(*to - made), label);
    RETURN(is_labelled, iconv, label);
    return answer;
}
