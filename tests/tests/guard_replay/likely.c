#include <stdint.h>
#include <stdio.h>

static uint32_t mixed(const unsigned char *p, unsigned n) {
    uint32_t h = 5381;
    for (unsigned i = 0; i < n; i++)
        h = h * 33 + p[i];
    return h;
}

__attribute__((noinline)) static int find(int c) {
    return c == 'x' ? 1 : -1;
}

__attribute__((noinline)) static int area(int width, int height) {
    return width * height;
}

int main(void) {
    unsigned char b[64];
    unsigned n = (unsigned)fread(b, 1, sizeof b, stdin);
    if (n < 2)
        return 0;
    unsigned at = find(b[0]);
    int size = area(b[0] * 0x100000, b[1]);
    printf("%u %u %d\n", mixed(b, n), at, size);
    return 0;
}
