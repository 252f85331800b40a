/* The smoke test as a program: a file, or standard input. */
#include <stdio.h>

#include "look.h"

int main(int argc, char **argv) {
    static uint8_t data[4096];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    size_t size;
    if (!file) return 1;
    size = fread(data, 1, sizeof data, file);
    look(data, size);
    return 0;
}
