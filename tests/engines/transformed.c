/* What only a log of compares solves: a transformed number of 64 bits, and a string. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    static char data[4096];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    uint64_t number;
    size_t size;
    if (!file) return 1;
    size = fread(data, 1, sizeof data - 1, file);
    if (size < 32) return 0;
    memcpy(&number, data, sizeof number);
    if ((number ^ UINT64_C(0x5bd1e995c3a5c85c)) + UINT64_C(0x0123456789abcdef) != UINT64_C(0xa96f3c25d81e470b)) return 0;
    if (strcmp(data + 8, "transformed") == 0) abort();
    return 0;
}
