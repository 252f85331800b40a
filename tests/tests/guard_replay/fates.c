#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
volatile int most = 2147483647;
int main(void) {
    int word = getchar();
    if (word == 'h') {
        fclose(fopen("hangs", "w"));
        for (;;) sleep(1);
    }
    most += word == 'c';
    if (word == 'c') abort();
    return 3;
}
