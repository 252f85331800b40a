#include <stdio.h>
static int add(int a, int b) {
    return a + b;
}
#define TWICE(what) ((what) + (what))
#define LEAST(what)   \
    if ((what) < 190) \
        c++;
int main(void) {
    int c = getchar();
    if (c != 'n')
        return 0;
    int called = add(c,
                     11);
    if (c + called >
        12)
        c++;
    while (c <
           13)
        c++;
    puts("one "
         "and 14");
    c = TWICE(c +
              15);
    LEAST(c)
    if (c) puts(
        "16");
    switch (c) {
    case 18:
        c++;
    }
    return c +
           add(c, 1) +
           17;
}
