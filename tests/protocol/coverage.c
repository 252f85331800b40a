/* Obeys its input, a command per byte: what counts is what it says. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

__AFL_COVERAGE();
#ifdef START_OFF
__AFL_COVERAGE_START_OFF();
#endif

__attribute__((noinline)) static void spin(int n) {
  volatile int i;
  for (i = 0; i < n; i = i + 1) {
  }
}

static void obey(void) {
  unsigned char input[256], *next = input, *end;
  ssize_t length = read(0, input, sizeof input);
  for (end = input + (length > 0 ? length : 0); next < end; next++) {
    switch (*next) {
      case 'L':
        spin(*++next);
        break;
      case '+':
        __AFL_COVERAGE_ON();
        break;
      case '-':
        __AFL_COVERAGE_OFF();
        break;
      case 'D':
        __AFL_COVERAGE_DISCARD();
        break;
      case 'K':
        __AFL_COVERAGE_SKIP();
        break;
      case 'S':
        raise(SIGSEGV);
        break;
      case 'H':
        for (;;) pause();
      case 'F':
        /* The child goes on. */
        if (fork() != 0) {
          sleep(1);
          return;
        }
        break;
    }
  }
}

int main(void) {
#ifdef PERSISTENT
  while (__AFL_LOOP(1000)) obey();
#else
  obey();
#endif
  return 0;
}
