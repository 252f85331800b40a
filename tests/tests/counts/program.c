#include <stdio.h>
#include <stdlib.h>
extern unsigned char __start___sancov_cntrs[], __stop___sancov_cntrs[];
volatile int sink;
__attribute__((noinline)) static void counted(int x) { if (x % 7 == 3) sink = x; else sink++; }
int main(int argc, char **argv) {
  for (int i = atoi(argv[1]); i > 0; i--) counted(i);
  for (int i = atoi(argv[argc - 1]); i > 0; i--) counted(-i);
  for (unsigned char *p = __start___sancov_cntrs; p < __stop___sancov_cntrs; p++) printf("%d ", *p);
}
