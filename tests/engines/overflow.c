/* An overflow that only a build with AddressSanitizer notices: for companions that run what the plain build keeps. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    unsigned char *data = malloc(16);
    int size, sum = 0;
    if (!file || !data) return 1;
    size = (int)fread(data, 1, 16, file);
    if (size > 3 && data[0] == 'o' && data[1] == 'v' && data[2] == 'e') sum = data[size + (data[3] & 7)];
    free(data);
    return sum == 256;
}
