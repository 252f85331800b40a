
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) int is(const unsigned char *p, unsigned w) { return *(const unsigned *)p == w; }
int last;
int main(int count, char **names) {
    unsigned char text[64] = {0};
    FILE *file = count > 1 ? fopen(names[count - 1], "rb") : stdin;
    if (!file || !fread(text, 1, sizeof text, file)) return 1;
    const unsigned first = *(const unsigned *)(text + 4);
    if (text[0] == 'l') { if (first == 0x5446454c) last = 1; }
    else if (text[0] == 'r') { if (first == 0x54484752) last = 2; }
    else if (text[0] == 'c') { if (first == 0x48535243) last = 3; abort(); if (first == 0x52564e45) last = 9; }
    else if (text[0] == 'h') { if (first == 0x474e4148) last = 4; for (;;) last++; }
    return last;
}
