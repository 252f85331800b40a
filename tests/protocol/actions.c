/* Obeys stdin, a command per byte: what a fuzzer can see of a run, each by a command of its own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef ENTRIES
#include "words.h"
#endif

extern char **environ;

/* Its loop's body runs `n` times. */
__attribute__((noinline)) static void spin(int n) {
  volatile int i;
  for (i = 0; i < n; i = i + 1) {
  }
}

static void catch(int signal) {
  (void)signal;
  _exit(77);
}

int main(int argc, char **argv) {
  unsigned char command, n;
  (void)argc;
  while (read(0, &command, 1) == 1) {
    switch (command) {
      case 'L':
        if (read(0, &n, 1) == 1) spin(n);
        break;
      case 'A':
        abort();
      case 'S':
        raise(SIGSEGV);
        break;
      case 'C':
        signal(SIGSEGV, catch);
        break;
      case 'X':
        exit(42);
      case 'H':
        for (;;) pause();
      case 'W':
        printf("said\n");
        break;
      case 'E': {
        /* Another program, with the environment and the descriptors of this one: itself. */
        int status;
        if (fork() == 0) {
          close(0);
          execve(argv[0], argv, environ);
          _exit(99);
        }
        wait(&status);
        if (status != 0) abort();
        break;
      }
      default:
        break;
    }
  }
  return 0;
}
