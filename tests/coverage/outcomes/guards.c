// profile: coverage-guards
// inputs: 1 9
#include <stdio.h>

static unsigned char wide(unsigned a) {
    return a * 50; // seen: guard convert uint32 to uint8 -x; guard mul uint32 --
}
static int scaled(int a) {
    return a * 0x10000000; // seen: guard mul int32 -x
}
int main(void) {
    int a = getchar() - '0'; // seen: guard sub int32 --
    if (wide(a) == 50) puts("one"); // seen: wide(a) == 50 TF; guard convert int32 to uint32 --
    return scaled(a) & 1;
}
