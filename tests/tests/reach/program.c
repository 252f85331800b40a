#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "library.h"
static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static void *threads(void *x) { puts("thread"); return x; }
static void handler(int signal) { _exit(signal); }
static void at_exit(void) { puts("at exit"); }
static int of_table(int x) { return x + 1; }
static int later_of_table(int x) { return x + 2; }
static int (*const table[])(int) = { of_table, later_of_table };
static int no_table_entry(int x) { return x + 3; }
int (*no_table[])(int) = { no_table_entry };
static long of_other_type(long x, long y) { return x + y; }
struct operations { const char *name; long (*run)(long, long); const struct operations *next; };
static const struct operations last = { "last", of_other_type, 0 };
static const struct operations first = { "first", 0, &last };
static int no_leaf(int x) { return x * 2; }
int no_caller(int x) { return x > 3 ? no_leaf(x) : no_caller(x + 1); }
static int deep(int x) { return x > 7 ? x : x + 1; }
static int sure(int x) { return deep(x); }
__attribute__((constructor)) static void before(void) { setvbuf(stdout, 0, _IONBF, 0); }
static int resolved(int x) { return x + 9; }
static int (*resolver(void))(int) { return resolved; }
int by_ifunc(int) __attribute__((ifunc("resolver")));
static int real_name(int x) { return x - 1; }
int other_name(int) __attribute__((alias("real_name")));
int main(int count, char **words) {
    char text[64] = {0};
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 2;
    atexit(at_exit);
    if (text[0] == 'q') qsort(text, strlen(text), 1, compare);
    if (text[0] == 't') { pthread_t t; pthread_create(&t, 0, threads, text); pthread_join(t, 0); }
    if (text[0] == 's') { signal(SIGUSR1, handler); raise(SIGUSR1); }
    if (text[0] == 'f') return table[text[1] & 1](text[2]);
    if (text[0] == 'o') for (const struct operations *o = &first; o; o = o->next) if (o->run) return (int)o->run(1, 2);
    if (text[0] == 'd') return sure(text[1]);
    if (text[0] == 'i') return by_ifunc(text[1]);
    if (text[0] == 'a') return other_name(text[1]);
    if (text[0] == 'l') return in_library(text[1]) + library_table[0](text[1]);
    return 0;
}
