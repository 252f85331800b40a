#include <stdio.h>
int plain(int);
static int hidden(int x) { return x + 1; }
int api(int x) { return x * 2; }
static int of_shared(int x) { return x - 1; }
int (*shared[])(int) = { of_shared };
int main(int n, char **w) {
  FILE *f = fopen(w[n - 1], "r");
  int c = f ? fgetc(f) : 0;
  return c == '-' ? 0 : plain(c) & 1;
}
int (*keep)(int);
void never_called(void) { keep = hidden; }
