#include <cstdio>
#include <cstdlib>
#include "part.h"
volatile int kept;
template <class T> static inline T twice(T a) {
  return a * 2;
}
int main(int count, char **arguments) {
  int a, b;
  FILE *in = count > 1 ? fopen(arguments[1], "r") : stdin;
  if (fscanf(in, "%d %d", &a, &b) != 2) abort();
  kept = twice(a);
  kept = twice(b);
  for (int i = 0; i < 3; i++)
    kept =
      a + b;
  if (a > b)
    kept = a - b;
  kept = part(a);
}
