#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int table[10];
int main(int count, char **arguments) {
    (void)count;
    for (int twice = 0; twice < 2; twice++) {
        int n = atoi(arguments[1]);
        int sum = n + 2147483647;
        int8_t narrow = n + 300;
        unsigned below = n - 8u;
        int shifted = n << 33;
        long product = n * 9223372036854775807;
        volatile int element = table[n + 3 - (n == 7 ? 0 : 4)];
        _BitInt(17) odd = n * 20000;
        printf("%d %d %u %ld\n", sum, narrow, below, product);
    }
}
