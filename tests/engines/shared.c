/* What one build solves and others do not: four bytes at once. There is no crash. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static volatile int solved;
    uint32_t word;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file || fread(&word, 1, sizeof word, file) < sizeof word) return 1;
    if (word == 0x7a3d1f52) solved++;
    return 0;
}
