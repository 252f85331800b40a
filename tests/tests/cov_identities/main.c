#include <stdio.h>
#define BOTH(a, b) ((a) == 1 && (b) == 2)
int other(int, int);
static int helper(int a) {
    return a > 5 ? 1 : 2;
}
int sum(int a, int b) {
    int kept = a == 3, added = (a < 4) + (b < 4);
    return kept + added + ((a == 1) & (b == 2));
}
int main(void) {
    int a = getchar(), b = getchar();
    if (BOTH(a - '0', b - '0')) puts("both");
    switch (a) {
    case 'x': return helper(b - '0');
    case 'y': return other(a, b);
    default: return sum(a - '0', b - '0');
    }
}
