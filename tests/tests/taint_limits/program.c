#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static const size_t most = 1ul << 30;
static char global[8];
static _Thread_local char local[8];
static int found;
static void *run(void *input) {
    char stack[8];
    memcpy(stack, input, 8);
    memcpy(local, stack, 8);
    if (stack[4] == 'e') found++;
    if (local[5] == 'f') found++;
    return NULL;
}
int main(void) {
    char *heap = malloc(8), *large = malloc(1 << 20);
    char *far = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (far == MAP_FAILED || fread(heap, 1, 8, stdin) < 8) return 1;
    memcpy(global, heap, 8);
    memcpy(large + 1000000, global, 8);
    memcpy(far + most - 8, large + 1000000, 8);
    if (heap[0] == 'a') found++;
    if (global[1] == 'b') found++;
    if (large[1000002] == 'c') found++;
    if (far[most - 5] == 'd') found++;
    run(far + most - 8);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, far + most - 8) || pthread_join(thread, NULL)) return 2;
    double (*root)(double) = (double (*)(double))dlsym(dlopen("libm.so.6", RTLD_NOW), "sqrt");
    if (root(heap[6]) > 1e6) return 3;
    return found != 8;
}
