/* Nested compares in a library: only one who sees its counters finds the way in. `SHORT`: for who is slow. */
#include <stddef.h>
#include <stdlib.h>

int part(const char *text, size_t size) {
    if (size < 3)
        return 1;
    if (text[0] == 'Q')
        if (text[1] == '7')
#ifndef SHORT
            if (text[2] == '#')
#endif
                abort();
    return 0;
}
