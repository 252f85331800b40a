#include <stdio.h>
typedef int (*command)(int);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static command c1 __attribute__((section("commands"), used)) = one;
static command c2 __attribute__((section("commands"), used)) = two;
extern command __start_commands[], __stop_commands[];
int main(int n, char **w) {
  FILE *f = fopen(w[n - 1], "r");
  int c = f ? fgetc(f) : 0;
  if (c != '-')
    for (command *p = __start_commands; p < __stop_commands; p++) c += (*p)(c);
  return c & 1;
}
