/* Formats of `printf` and `scanf`, as far as it takes to know what a conversion takes and writes. */
#ifndef FZ_FORMATS_H
#define FZ_FORMATS_H

#include "originals.h"

struct conversion {
    /* From the percent sign to behind the letter. */
    const char *begin, *end;
    /* The letter; 0: none that is known, or one that names its argument's number. */
    char letter;
    /* How many bytes the number has that it reads or writes. */
    uint8_t bytes;
    bool is_wide, is_left, is_suppressed, is_allocating, takes_width, takes_precision;
    /* -1: none. */
    int64_t width, precision;
};

/* `format` stands at a percent sign. */
struct conversion conversion_at(const char *format, bool scans);

#endif
