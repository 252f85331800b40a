#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int check(const unsigned char *);
int main(void) {
  unsigned char data[8] = {0};
  if (fread(data, 1, 8, stdin) < 4) return 1;
  if (check(data)) puts("checked");
  if (!fork()) _exit(data[1] == 'q');
  wait(NULL);
  return data[2] == 'z';
}
