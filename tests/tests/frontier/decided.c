#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(p) do { if ((p) == NULL) { puts("no memory"); exit(1); } } while (0)
static int verbose;
static void deep(int x) { if (x > 3) puts("a"); else puts("b"); }
int main(int argc, char **argv) {
    unsigned char b[64];
    verbose = argc > 1 && !strcmp(argv[1], "-v");
    size_t n = fread(b, 1, sizeof b, stdin);
    char *one = malloc(8); CHECK(one);
    char *two = malloc(9);
    CHECK(two);
    if (verbose)
        puts("verbose");
    if (n > 3 && b[0] == 77)
        if (b[1] == 'x')
            deep(b[2]);
    if (n == 40) puts("forty");
    free(one); free(two);
    return 0;
}
