#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : stdin;
    unsigned char text[16] = {0};
    if (!file || fread(text, 1, sizeof text, file) < 3) return 1;
    if (text[0] == '<') if (text[1] == '?') if (text[2] & 0x80) abort();
    return 0;
}
