// Calls that do not come back: what is in front of them ran, what is behind them did not.
// inputs: e l a h k o
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static jmp_buf back;

static void leave(int c) {
    if (c == 'e') exit(3);
    if (c == 'l') longjmp(back, 1);
    if (c == 'a') abort();
    if (c == 'h') for (;;) pause();
    if (c == 'k') raise(SIGSEGV);
} // ran: -----x

static int through(int c) {
    int n = c; // ran: xxxxxx
    n += 2; leave(c); n *= 3; // ran: xxxxxx, n += 2 xxxxxx, leave(c xxxxxx, n *= 3 -----x
    n++; // ran: -----x
    return n; // ran: -----x
}

int main(void) {
    int c = getchar(); // ran: xxxxxx
    if (setjmp(back)) { // ran: xxxxxx
        puts("back"); // ran: -x----
        return 0; // ran: -x----
    }
    c = through(c); // ran: xxxxxx
    printf("%d\n", c); // ran: -----x
    return 0; // ran: -----x
}
