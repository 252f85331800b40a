// Executes ./inner: in a child if the input begins with 'c', in its place if with 'p', and itself again if with 's'.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int spin(int n) {
  volatile int sum = 0;
  for (int i = 0; i < n; i++) sum += i & 1;
  return sum;
}

int main(int argc, char **argv) {
  unsigned char input[2] = {0};
  if (argc > 1 && !strcmp(argv[1], "again")) {
    spin(37);
    return 0;
  }
  if (read(0, input, 2) < 1) return 1;
  switch (input[0]) {
  case 'c':
    if (!fork()) {
      execl("./inner", "inner", (char *)0);
      _exit(9);
    }
    int status;
    wait(&status);
    return WEXITSTATUS(status);
  case 'p':
    execl("./inner", "inner", (char *)0);
    return 9;
  case 's':
    execl("/proc/self/exe", "outer", "again", (char *)0);
    return 9;
  }
  return 0;
}
