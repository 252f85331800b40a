// Operations that go wrong at odd moments: before main, in threads, in handlers of signals, on both sides of a fork.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int most = 2147483647, sum;
static pthread_barrier_t both;

__attribute__((constructor)) static void early(void) {
    sum = most + 1;
}

static void *thread(void *unused) {
    pthread_barrier_wait(&both);
    sum = most + 2;
    return unused;
}

static void handler(int signal) {
    sum = most + signal;
}

int main(void) {
    pthread_t threads[2];
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    raise(SIGUSR1);
    // Both are processes of their own, and what was said before is not said again.
    pid_t child = fork();
    sum = most + 5;
    sum = most + 6;
    raise(SIGUSR1);
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}
