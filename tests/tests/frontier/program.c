#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library.h"
static int (*registered)(int);
static int deep(int x) { return x > 3 ? x * 2 : x; }
static int middle(int x) { if (x == 7) return deep(x); return deep(x + 1); }
static int shared(int x) { return x + 5; }
static int of_table(int x) { if (x > 100) return 1; return x + 1; }
static int by_address(int x) { return x - 1; }
int (*table[])(int) = { of_table };
static int chosen(int x) { if (x > 100) return 9; return x + 2; }
static int other(int x) { return x + 3; }
static int asked_for(int x) { return x - 4; }
static int not_asked_for(int x) { return x - 5; }
static void stop(int x) { if (x) exit(x); }
int main(int count, char **words) {
    char text[64] = {0};
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 2;
    if (text[0] == 'A') {
        if (text[1] == 'B')
            printf("%d\n", middle(text[2]));
        if (text[1] == 'L')
            printf("%d\n", in_library(text[2]));
    }
    switch (text[3]) {
    case 'x': return shared(1);
    case 'y': return shared(2);
    case 'r': registered = by_address; break;
    }
    if (text[0] == 'E') {
        stop(3);
        puts("never");
    }
    int (*choice)(int) = text[5] == 'C' ? chosen : other;
    if (text[6] == 'Q') return choice(1);
    if ((text[7] == 'W' ? asked_for : not_asked_for)(text[8])) puts("asked");
    int is_kept = text[9] == 'K', is_not = !(text[10] == 'N');
    printf("%d\n", is_kept + is_not + (text[11] ? text[12] : 7));
    return registered ? registered(1) : text[0] == 'T' ? table[0](text[1]) : 0;
}
