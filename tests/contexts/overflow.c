// Recursion until the end of the stack.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigjmp_buf back;
static volatile long deepest;
static char stack[1 << 16];

__attribute__((noinline)) long ping(long);
__attribute__((noinline)) static long pong(volatile char *above, long x) {
  volatile char frame[400];
  frame[x % 400] = above[0];
  deepest = x;
  return (x % 3 ? ping(x + 1) : pong(frame, x + 1)) + frame[0];
}
long ping(long x) {
  volatile char frame[300];
  frame[0] = x % 2 ? 1 : 2;
  return pong(frame, x + 1) + frame[0];
}

static void on_end(int signal) { siglongjmp(back, 1); }

int main(int argc, char **argv) {
  if (argc > 1) {
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, 0);
    sigaction(SIGSEGV, &action, 0);
    for (volatile int i = 0; i < 3; i++)
      if (sigsetjmp(back, 1) == 0)
        printf("%ld\n", ping(i));
      else
        printf("%d\n", deepest > 1000);
    return 0;
  }
  printf("down\n");
  fflush(stdout);
  return ping(0) != 1;
}
