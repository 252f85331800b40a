#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
typedef int four __attribute__((vector_size(16)));
struct fields {
    int five : 5;
    unsigned three : 3;
};
int main(int count, char **arguments) {
    int n = atoi(arguments[1]);
    int result;
    int asked = __builtin_add_overflow(n, 2147483647, &result);
    unsigned _BitInt(13) odd = (unsigned _BitInt(13))n;
    odd += 8190;
    four several = {n, n, n, n};
    several += 2147483647;
    struct fields fields = {0, 0};
    fields.five = n + 15;
    fields.three -= n;
    _Atomic int atomic = 2147483647;
    atomic_fetch_add(&atomic, n);
    printf("%d %d %d %d %d %u %d\n", asked, result, (int)odd, several[0], fields.five, fields.three, atomic);
    fflush(stdout);
    int sum = n + 2147483647;
    printf("%d\n", sum);
}
