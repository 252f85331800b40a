/* Breaks text into lines: conditions of a loop that optimisers like to make one of. */
#include <stdint.h>
#include <stdio.h>

static size_t breaks(const char *text, size_t from, size_t size, size_t width) {
    size_t last = (size_t)-1, to = from;
    for (; to < size; to++) {
        if (text[to] == ' ' || text[to] == '\t') {
            last = to;
        }
        if (text[to] == '\n') {
            break;
        }
        if (to - from > width && last != (size_t)-1) {
            to = last;
            break;
        }
    }
    return to;
}

int main(void) {
    static char text[4096];
    size_t size = fread(text, 1, sizeof text, stdin);
    size_t lines = 0;
    for (size_t at = 0; at < size; lines++) {
        size_t end = breaks(text, at, size, text[0] & 15);
        at = end + (end == at);
    }
    return (int)(lines & 7);
}
