/* An overflow that only a build with AddressSanitizer notices: for companions that run what the plain build keeps. */
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    unsigned char *data = malloc(16);
    int size;
    if (!file || !data) return 1;
    size = (int)fread(data, 1, 16, file);
    if (size > 1 && data[0] == 'o') sink = data[16 + (data[1] & 7)];
    free(data);
    return 0;
}
