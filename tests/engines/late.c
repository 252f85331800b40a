/* A program that takes too long: `H…` for ever, `L…` for seconds, and then it aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    int first = file ? getc(file) : EOF;
    while (first == 'H')
        pause();
    if (first == 'L') {
        sleep(2);
        abort();
    }
    return 0;
}
