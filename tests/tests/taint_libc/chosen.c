// The function that is called is chosen when the program starts.
#include <stdio.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*resolve(void))(int) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse2") ? one : two;
}
int f(int) __attribute__((ifunc("resolve")));
int main(void) { return f(getchar()) == 'b' ? 3 : 0; }
