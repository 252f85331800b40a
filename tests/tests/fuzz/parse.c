#include <stddef.h>
#include <stdlib.h>
int parse(const unsigned char *text, size_t size) {
    if (size > 2 && text[0] == '<') if (text[1] == '?') if (text[2] & 0x80) abort();
    return 0;
}
