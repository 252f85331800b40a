/* Errors that sanitizers report, one for each number; with none of them, nothing is wrong. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static __attribute__((noinline)) char *copy(const char *bytes, size_t count) {
    char *p = malloc(count);
    memcpy(p, bytes, count);
    return p;
}

static __attribute__((noinline)) void *fresh(size_t count) {
    return malloc(count);
}

static int number;
static volatile int counted;
/* An order in time that ThreadSanitizer knows nothing of: it misses a few of the races that happen at the same moment. */
static __attribute__((noinline, no_sanitize("thread"))) void tell(void) {
    counted = 1;
}
static __attribute__((noinline, no_sanitize("thread"))) void await(void) {
    while (!counted)
        ;
}
static void *count(void *_) {
    await();
    number++;
    return 0;
}

int main(int argc, char **argv) {
    int which = atoi(argv[1]), n = argc * 2, answer = 0;
    char *four = copy("zbcd", n), *eight = copy("abcdefgh", 2 * n);
    int *unset = fresh(n);
    pthread_t thread;
    switch (which) {
    case 1: answer = memcmp(four, "abcdefghijklm", 13) == 0; break;
    case 2: answer = memcmp(eight, four, 2 * n) < 0; break;
    case 3: answer = bcmp(four, "abcdefgh", 8) != 0; break;
    case 4: answer = memmem(four, 2 * n, "bc", 2) != 0; break;
    case 5: answer = strncmp(four, "zbcdefgh", 8) == 0; break;
    case 6: answer = strstr(eight, "no") != 0; break;
    case 7: free(four); answer = strcmp(four, "zz") == 0; four = 0; break;
    case 8: answer = eight[2 * n] == 'x' && eight[0] == 'a'; break;
    case 11: answer = INT_MAX / 8 + which * INT_MAX / n > 1000; break;
    case 12: answer = (1 << (n * 16)) == 5; break;
    case 21: answer = unset[0] == 12345678; break;
    case 22: answer = memcmp(unset, "abcd", n) == 0; break;
    case 31:
        pthread_create(&thread, 0, count, 0);
        number++;
        tell();
        pthread_join(thread, 0);
        answer = number == 2;
        break;
    }
    if (which == 21 && answer) /* A branch, for MemorySanitizer. */
        puts("set");
    printf("%d\n", answer);
    free(four);
    free(eight);
    free(unset);
    return 0;
}
