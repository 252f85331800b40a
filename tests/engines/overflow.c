/* An overflow that only a build with AddressSanitizer notices: for companions that run what the plain build keeps. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    unsigned char *data = malloc(16);
    int size, sum = 0;
    if (!file || !data) return 1;
    size = (int)fread(data, 1, 16, file);
    if (size > 1 && data[0] == 'o') sum = data[16 + (data[1] & 7)];
    free(data);
    return sum == 256;
}
