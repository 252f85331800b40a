#include <stdio.h>
int sum, table[10], element;
__attribute__((noinline)) static int add(int a, int b) { return a + b; }
int main(void) {
    int n = 0;
    if (scanf("%d", &n) != 1) return 1;
    sum = add(n, 2147483600) + add(1, n);
    if (n > 50) sum = (signed char)sum - 1;
    short narrow = n;
    for (int i = 0; i < 3; i++) element += narrow * 1000000000;
    return 0;
}
