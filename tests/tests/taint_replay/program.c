#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile size_t four = 4;
int main(int count, char **words) {
    unsigned char data[64] = {0};
    FILE *file = count > 1 ? fopen(words[count - 1], "rb") : stdin;
    if (fread(data, 1, sizeof data, file) < 12) return 1;
    uint32_t number;
    memcpy(&number, data + 4, 4);
    if (strncmp((char *)data, "FZT1", four)) return 2;
    if (number == 0x01020304) puts("equal");
    if ((int16_t)(data[8] | data[9] << 8) < -5) puts("below");
    switch (data[10]) {
    case 'a': puts("a"); break;
    case 'b': puts("bb"); break;
    case 200: puts("200"); break;
    case 9: puts("nine"); break;
    }
    if (data[11] == 'X') abort();
    return 0;
}
