#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "util/check.h"

int weigh(const char *s, int n);
static const char *const names[] = {"alpha", "beta", "gamma"};

static int keyword(const char *s) {
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(s, names[i]) == 0) return (int)i;
    return -1;
}

static int parse(char *text, int n) {
    int a = n > 0 ? text[0] : 0, b = n > 1 ? text[1] : 0;
    if (BOTH(a - '0', b - '0')) puts("both");
    /* größer */ if (n > 9) puts("long");
    switch (a) {
    case 'x': return weigh(text, n);
    case 'y': return keyword(text + 1);
    case 'z':
        if (n > 3 && text[1] == 'M' && text[2] == 'A' && text[3] == 'G')
            abort();
        return 3;
    default: return a == b ? 1 : 0;
    }
}

void never_called(int x) {
    if (x > 3) puts("never");
}

int main(int argc, char **argv) {
    char text[64] = {0};
    int n = (int)fread(text, 1, sizeof text - 1, stdin);
    if (n <= 0) return 1;
    if (argc > 5) never_called(argc);
    return parse(text, n) > 100;
}
