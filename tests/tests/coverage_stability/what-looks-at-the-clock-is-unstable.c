#include <stdio.h>
#include <time.h>
int main(void) {
    struct timespec now;
    int c = getchar();
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_nsec / 1000) % 2 == 1) puts("odd");
    if (c == 'a') puts("a");
    return now.tv_nsec == -1;
}
