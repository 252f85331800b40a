#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static char text[64];
static volatile int zero;
int *volatile nowhere;
void segv(void) {
    *nowhere = 1; /* segv */
}
void aborts(void) { abort(); }
void asserts(void) { assert(zero == 1); }
int deep(volatile char *p) { volatile char room[100]; room[0] = *p; return deep(room) + room[0]; }
static inline __attribute__((always_inline)) void small(void) { *nowhere = 2; }
void inlines(void) { small(); zero++; }
__attribute__((noreturn)) void tail(void) { abort(); }
void tails(void) { if (zero == 0) tail(); }
void *thread(void *p) { *nowhere = 3; return p; }
void threads(void) { pthread_t t; pthread_create(&t, 0, thread, 0); pthread_join(t, 0); }
void child(void) { int s; if (!fork()) segv(); wait(&s); if (WIFSIGNALED(s)) kill(getpid(), WTERMSIG(s)); }
void calls(void) { void (*volatile f)(void) = 0; f(); zero++; }
void handler(int s) { abort(); }
void handles(void) { signal(SIGSEGV, handler); segv(); }
void spawns(void) { for (int i = 0; i < 3; i++) if (!fork()) { alarm(60); for (;;) pause(); } abort(); }
void once(void) { if (getenv("__AFL_SHM_ID")) abort(); }
void hangs(void) { if (getenv("__AFL_SHM_ID")) abort(); for (;;) pause(); }
void killed(void) { kill(getpid(), SIGKILL); }
int main(int count, char **words) {
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 9;
    switch (text[0]) {
    case 's': segv(); break;
    case 'a': aborts(); break;
    case 'A': asserts(); break;
    case 'd': deep(text); break;
    case 'i': inlines(); break;
    case 't': tails(); break;
    case 'T': threads(); break;
    case 'c': child(); break;
    case 'n': calls(); break;
    case 'H': handles(); break;
    case 'f': spawns(); break;
    case 'o': once(); break;
    case 'h': hangs(); break;
    case 'k': killed(); break;
    }
    return 0;
}
