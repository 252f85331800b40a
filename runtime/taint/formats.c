/* Parses the conversions of formats. */
#include "formats.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_one_of(char c, const char *all) {
    while (*all && *all != c)
        all++;
    return c && *all;
}

/* -1: there is none. */
static int64_t number(const char **at) {
    int64_t value = is_digit(**at) ? 0 : -1;
    for (; is_digit(**at) && value < INT32_MAX; ++*at)
        value = value * 10 + (**at - '0');
    return value;
}

static uint8_t size_of(const char **at, bool *is_long) {
    char c = **at;
    if (!is_one_of(c, "hlqLjzZt"))
        return 4;
    ++*at;
    bool is_doubled = (c == 'h' || c == 'l') && **at == c;
    *at += is_doubled;
    *is_long = c == 'l';
    if (c == 'h')
        return is_doubled ? 1 : 2;
    return c == 'L' || c == 'q' ? 16 : 8;
}

static char scanned_set(const char **at) {
    *at += **at == '^';
    *at += **at == ']';
    while (**at && **at != ']')
        ++*at;
    return **at ? '[' : 0;
}

/* Floating-point numbers have sizes of their own; for integers `ll` and `L` are the same as `long`. */
static uint8_t settled(char letter, uint8_t bytes, bool scans) {
    if (is_one_of(letter, "aAeEfFgG"))
        return bytes == 16 ? 16 : scans && bytes == 4 ? 4 : 8;
    if (letter == 'p')
        return 8;
    return bytes == 16 ? 8 : bytes;
}

struct conversion conversion_at(const char *format, bool scans) {
    struct conversion found = {.begin = format, .width = -1, .precision = -1};
    const char *at = format + 1;
    for (; is_one_of(*at, scans ? "*'I" : "-+ #0'I"); at++) {
        found.is_left |= *at == '-';
        found.is_suppressed |= *at == '*';
    }
    if (!scans && *at == '*') {
        found.takes_width = true;
        at++;
    } else {
        found.width = number(&at);
    }
    if (!scans && *at == '.') {
        at++;
        if (*at == '*') {
            found.takes_precision = true;
            at++;
        } else {
            found.precision = is_digit(*at) ? number(&at) : 0;
        }
    }
    if (scans && *at == 'm') {
        found.is_allocating = true;
        at++;
    }
    bool is_long = false;
    uint8_t bytes = size_of(&at, &is_long);
    char letter = *at;
    at += letter != 0;
    if (scans && letter == '[') {
        letter = scanned_set(&at);
        at += letter != 0;
    } else if (!is_one_of(letter, scans ? "diouxXaAeEfFgGcsCSpn%" : "diouxXaAeEfFgGcsCSpnm%")) {
        letter = 0;
    }
    found.is_wide = letter == 'C' || letter == 'S' || (is_long && is_one_of(letter, "cs["));
    found.bytes = settled(letter, bytes, scans);
    found.letter = letter == 'C' ? 'c' : letter == 'S' ? 's' : letter;
    found.end = at;
    return found;
}
