
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct row { int key; const char *name; };
static const struct row rows[] = {{1, "first"}, {2, "second"}, {3, "third"}};
int look_up(const char *name) {
    for (unsigned at = 0; at < 3; at++)
        if (!strcmp(rows[at].name, name))
            return rows[at].key;
    return -1;
}
int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int all = 0;
    while (count--)
        all += va_arg(list, int);
    va_end(list);
    return all;
}
__attribute__((noinline)) static int inner(int a) { return a > 5 ? a * 2 : a - 1; }
int (*pointer)(int) = inner;
int again(int n) { return n < 2 ? n : again(n - 1) + again(n - 2); }
int main(int count, char **words) {
    int all = 0;
    double half = count / 2.0;
    for (int at = 1; at < count; at++) {
        all += look_up(words[at]) + inner(at) + pointer(at) + again(at);
        switch (all) {
        case 77: all = 3; break;
        case 1234567: all /= count - 1; break;
        case -9: all = sum(3, 1, 2, at); break;
        }
        if (strncmp(words[at], "ab", 2) == 0 && half > 2.5)
            printf("%d\n", all << count);
    }
    return all;
}
