/* A finding for each sanitizer: by its first letter, and "bug" behind it. `cbug` aborts, `ebug` and
   `xbug` exit.
   `WITH_MAIN`: a program that reads a file, or stdin. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int shared_number;
static void *volatile kept;

/* An order in time that ThreadSanitizer knows nothing of: it misses a few of the races that happen at the same moment. */
static volatile int counted;
static __attribute__((noinline, no_sanitize("thread"))) void tell(void) {
    counted = 1;
}
static __attribute__((noinline, no_sanitize("thread"))) void await(void) {
    while (!counted)
        ;
}

static void *count(void *unused) {
    await();
    shared_number++;
    return unused;
}

static __attribute__((noinline)) void *fresh(size_t size) {
    return malloc(size * sizeof(int));
}

static int finding(const uint8_t *data, size_t size) {
    int answer = 0;
    switch (data[0]) {
    case 'a': { /* address: a byte behind the input. */
        answer = data[size];
        break;
    }
    case 'u': { /* undefined */
        int big = INT_MAX - 200;
        answer = big + data[0] * (int)size;
        break;
    }
    case 'i': { /* integer */
        unsigned big = UINT_MAX - 200;
        answer = (int)(big + data[0] * (unsigned)size);
        break;
    }
    case 'm': { /* memory */
        int *unset = fresh(size);
        kept = unset;
        if (unset[size - 1] == 1234)
            puts("set");
        free(unset);
        break;
    }
    case 't': { /* thread */
        pthread_t thread;
        pthread_create(&thread, NULL, count, NULL);
        shared_number++;
        tell();
        pthread_join(thread, NULL);
        answer = shared_number;
        break;
    }
    case 'l': { /* leak */
        for (size_t i = 0; i < 10; i++) /* Of one a copy may be left in a register. */
            kept = fresh(size + i);
        kept = NULL;
        break;
    }
    case 'c': /* none */
        abort();
    case 'e':
        exit(1);
    case 'x':
        exit(0);
    }
    return answer;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static volatile int last;
    if (size >= 4 && data[1] == 'b' && data[2] == 'u' && data[3] == 'g')
        last = finding(data, size);
    return 0;
}

#ifdef WITH_MAIN
int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    uint8_t *data = malloc(64);
    size_t size = file ? fread(data, 1, 64, file) : 0;
    data = realloc(data, size ? size : 1);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    puts("done");
    return 0;
}
#endif
