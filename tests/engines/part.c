/* Nested compares in a library: only one who sees its counters finds the way in. */
#include <stddef.h>
#include <stdlib.h>

int part(const char *text, size_t size) {
    if (size < 3)
        return 1;
    if (text[0] == 'Q')
        if (text[1] == '7')
            if (text[2] == '#')
                abort();
    return 0;
}
