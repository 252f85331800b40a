/* Calls so deep that each has to reuse its caller's frame: within a unit, across two, and through pointers. */

#include <stdio.h>

#define DEEP 10000000
#define OWN __attribute__((noinline)) static

long there(long n, long x);
long back(long n, long x);

OWN long odd(long n, long x);
OWN long even(long n, long x) {
  if (n <= 0)
    return x;
  if (x & 1)
    return odd(n - 1, x + 3);
  return odd(n - 2, x + 1);
}
OWN long odd(long n, long x) {
  if (n <= 0)
    return x * 2;
  if (x % 5 == 0)
    return even(n - 1, x + 3);
  return even(n - 1, x + 2);
}

long back(long n, long x) {
  if (n <= 0)
    return x;
  if (x % 3 == 0)
    return there(n - 1, x + 5);
  return there(n - 1, x + 1);
}

typedef long step(long n, long x);
OWN step add, twice, stop;
static step *const steps[] = {add, twice, stop};
OWN long next(long n, long x) { return steps[n <= 0 ? 2 : (x & 1)](n, x); }
OWN long add(long n, long x) {
  if (x > 1000)
    return next(n - 1, x - 999);
  return next(n - 1, x + 1);
}
OWN long twice(long n, long x) {
  if (x > 500)
    return next(n - 1, x - 400);
  return next(n - 1, x * 2 + 1);
}
OWN long stop(long n, long x) { return n + x; }

int main(int argc, char **argv) {
  (void)argv;
  printf("%ld %ld\n", even(DEEP, argc), odd(DEEP, argc));
  printf("%ld %ld\n", back(DEEP, argc), there(DEEP, argc));
  printf("%ld %ld\n", add(DEEP, argc), twice(DEEP, argc));
}
