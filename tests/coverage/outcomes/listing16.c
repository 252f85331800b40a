// Controlled compilation, listing 16: conditions on one line.
// inputs: 11 12 22 21
#include <stdio.h>

int main(void) {
    int a1 = getchar() - '0', a2 = getchar() - '0';
    if (a1 == 1 && a2 == 2) puts("both"); // seen: a1 == 1 TTFF; a2 == 2 FT--
    if (a1 == 2 || a2 == 2) puts("one"); // seen: a1 == 2 FFTT; a2 == 2 FT--
    if (a1 == 1) if (a2 == 2) puts("nested"); else puts("other"); // seen: a1 == 1 TTFF; a2 == 2 FT--
    return 0;
}
