/* What an engine works on: one condition for each bit of the exit status. A comment names the line of each. With
   -DHARNESS a harness, else a program that reads a file or stdin. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define APART __attribute__((noinline))

APART int equal(const unsigned char *data) {
    uint32_t number;
    memcpy(&number, data, sizeof number);
    return number == 0x12345678; /* equal */
}

APART int below(const unsigned char *data) {
    int16_t number;
    memcpy(&number, data, sizeof number);
    return number < -300; /* below */
}

APART int chosen(const unsigned char *data) {
    switch (data[0]) { /* chosen */
    case 3:
        return data[1] != 9;
    case 77:
        return data[1] != 8;
    case 200:
        return 1;
    default:
        return 0;
    }
}

APART int named(const unsigned char *data) {
    return memcmp(data, "magic", 5) == 0; /* named */
}

APART int real(const unsigned char *data) {
    double number;
    memcpy(&number, data, sizeof number);
    return number > 2.5; /* real */
}

APART int in_row(const unsigned char *data, size_t size) {
    int found = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] == 0x5a) { /* in row */
            found++;
        }
    }
    return found > 1;
}

APART int same(unsigned char byte) {
    /* Calls stay in their order. */
    __asm__ volatile("");
    return byte > 99; /* same */
}

APART int twice(const unsigned char *data) {
    int first = same(data[0]);
    return same(data[1]) && !first;
}

static int look(const unsigned char *data, size_t size) {
    if (size < 32) {
        return 0;
    }
    if (data[31] == '!') {
        abort();
    }
    if (data[31] == '?') {
        for (;;) {
            pause();
        }
    }
    return equal(data) | below(data + 4) << 1 | chosen(data + 6) << 2 | named(data + 8) << 3 | real(data + 13) << 4 |
           in_row(data + 21, 8) << 5 | twice(data + 29) << 6;
}

#ifdef HARNESS
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int answer = look(data, size);
    if (answer) {
        _exit(answer);
    }
    return 0;
}
#else
int main(int argc, char **argv) {
    static unsigned char data[4096];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (!file) {
        return 255;
    }
    size_t size = fread(data, 1, sizeof data, file);
    return look(data, size);
}
#endif
