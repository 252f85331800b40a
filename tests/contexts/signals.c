// Signals come at any time; their handlers call what they interrupt, and jump out of it.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks, infos, bare;
static volatile long sink;
static sigjmp_buf back;
static jmp_buf surface;

// What is called in main's loop gets big numbers, what handlers call gets small ones.
__attribute__((noinline)) long counted(long x) {
  if (x > 50)
    return x - 1;
  return x + 1;
}

static __attribute__((noinline)) long local(long x) {
  if (x > 50)
    return x - 2;
  return x + 2;
}

__attribute__((noinline)) void on_tick(int signal) {
  if (signal < 0) {
    ticks = 0;
    return;
  }
  sink += counted(1) + local(2);
  ticks++;
}

__attribute__((noinline)) void on_info(int signal, siginfo_t *info, void *p) {
  if (!info) {
    infos = 0;
    return;
  }
  sink += counted(3) + local(4);
  infos++;
}

// A handler that does not say so.
__attribute__((noinline)) void on_bare() {
  if (bare < 1000) {
    bare++;
    return;
  }
  bare = 0;
}

static void on_jump(int signal) {
  sink += counted(5);
  siglongjmp(back, 1);
}

static void arm(int signal, void (*plain)(int), void (*three)(int, siginfo_t *, void *)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  if (three) {
    action.sa_sigaction = three;
    action.sa_flags = SA_SIGINFO;
  } else {
    action.sa_handler = plain;
  }
  sigaction(signal, &action, 0);
}

static void timer(long microseconds) {
  struct itimerval value = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &value, 0);
}

__attribute__((noinline)) void spin(volatile sig_atomic_t *until) {
  while (*until < 300)
    sink += counted(100) + local(200) + counted(300);
}

// Edges before and behind the jump are of one activation.
__attribute__((noinline)) long retry(long x) {
  volatile long times = 0;
  if (sigsetjmp(back, 1)) {
    times++;
    if (x < 50)
      sink++;
  } else {
    arm(SIGALRM, on_jump, 0);
    timer(200);
  }
  while (times < 20)
    sink += x < 50 ? counted(x + 60) : counted(x);
  timer(0);
  return times >= 20;
}

static __attribute__((noinline)) long dive(long depth) {
  if (depth == 0)
    longjmp(surface, 1);
  return dive(depth - 1) + counted(depth + 100);
}

__attribute__((noinline)) long plunge(long x) {
  if (setjmp(surface) == 0)
    return dive(x);
  return x > 50 ? counted(x) : local(x);
}

__attribute__((noinline)) long first_retry(void) { return retry(1) + 1; }

__attribute__((noinline)) long second_retry(void) { return retry(100) + 1; }

int main(int argc, char **argv) {
  on_tick(-1);
  on_info(-1, 0, 0);
  arm(SIGALRM, on_tick, 0);
  timer(100);
  spin(&ticks);
  arm(SIGALRM, 0, on_info);
  spin(&infos);
  arm(SIGALRM, (void (*)(int))on_bare, 0);
  on_bare();
  // Nothing in this loop touches a register that it need not.
  while (bare < 100)
    ;
  timer(0);
  long a = first_retry(), b = second_retry();
  long c = plunge(40) + plunge(400);
  printf("%d %d %ld %ld %ld\n", ticks >= 300, infos >= 300, a, b, c);
  return 0;
}
