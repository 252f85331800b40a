#include <stdint.h>
#include <stdlib.h>
volatile long sink;
int table[10];
int main(int count, char **arguments) {
int n = atoi(arguments[1]);
sink = n + 2147483647;
sink = (unsigned)n - 8u;
int8_t x = (int8_t)n, y = 125;
sink = (int8_t)(x + y);
sink = n << 30;
sink = (int8_t)(n + 300);
sink = (intptr_t)(table + n);
sink = (intptr_t)&table[n + 4];
sink = (intptr_t)malloc(n - 8l);
return n == 7 ? 0 : 5 / (n - 7);
}
