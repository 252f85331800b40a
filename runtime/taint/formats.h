/* Formats of `printf` and `scanf`, as far as needed to know what a conversion reads and writes. */
#ifndef FZ_FORMATS_H
#define FZ_FORMATS_H

#include "originals.h"

struct conversion {
    /* From the percent sign to the end of the conversion's letter. */
    const char *begin, *end;
    /* The letter; 0: an unknown one, or a conversion that numbers its argument. */
    char letter;
    /* The size of the number that it reads or stores, in bytes. */
    uint8_t bytes;
    bool is_wide, is_left, is_suppressed, is_allocating, takes_width, takes_precision;
    /* -1: none. */
    int64_t width, precision;
};

/* `format` points to a percent sign. */
struct conversion conversion_at(const char *format, bool scans);

#endif
