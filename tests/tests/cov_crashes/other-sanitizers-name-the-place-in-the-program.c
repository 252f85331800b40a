#include <pthread.h>
#include <stdio.h>
int shared;
static void *counts(void *p) {
    for (int i = 0; i < 1000; i++)
        shared++;
    return p;
}
static int divides(int a, int b) {
    return a / b;
}
static int divides_too(int a, int b) {
    return a / b;
}
static int shifts(int a, int by) {
    return a << by;
}
int main(void) {
    int c = getchar(), zero = getchar() - '0';
    if (c == 'd') return divides(c, zero);
    if (c == 'e') return divides_too(c, zero);
    if (c == 's') return shifts(1, 40 + zero);
    if (c == 'r') {
        pthread_t other;
        pthread_create(&other, 0, counts, 0);
        counts(0);
        pthread_join(other, 0);
    }
    return 0;
}
