#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
static volatile int zero;
__attribute__((noinline)) static int asks(int x) { if (x <= 15) return 1; return 2; }
static void check(int from) { if (asks(from % 16) != 1 || asks(16 + from) != 2) _exit(7); }
static void *works(void *none) { for (unsigned i = 0;; i++) check(i & 1023); return none; }
static void tick(int number) { check(number); }
int main(int argc, char **argv) {
  pthread_t thread;
  void *library = dlopen(argv[1], RTLD_NOW);
  int (*other)(int) = library ? (int (*)(int))dlsym(library, "other") : 0;
  struct itimerval often = {{0, 200}, {0, 200}};
  __AFL_INIT();
  if (!other || pthread_create(&thread, 0, works, 0)) return 8;
  signal(SIGALRM, tick);
  setitimer(ITIMER_REAL, &often, 0);
  while (__AFL_LOOP(100)) {
    unsigned char byte = zero;
    if (read(0, &byte, 1) < 0) continue;
    check(byte);
    if (other(byte) != 3 + (byte > 9)) _exit(7);
  }
  _exit(0);
}
