// The other half of calls.c.
#include "calls.h"

__attribute__((noinline)) long ends_in_leaf(long x) {
  if (x > 6)
    return leaf(x + 2);
  return leaf(x);
}

int sum_list(int n, va_list list) {
  int s = 0;
  while (n-- > 0)
    s = s * 2 + va_arg(list, int);
  return s;
}

int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = sum_list(n, list) + (n > 2 ? sum_list(0, list) : 4);
  va_end(list);
  return s;
}

struct wide make_wide(long x) {
  struct wide w;
  for (int i = 0; i < 9; i++)
    w.word[i] = x > 0 ? x * i : i - x;
  return w;
}

long take_wide(int sign, struct wide w, int from) {
  long s = 0;
  for (int i = from; i < 9; i++)
    s += sign > 0 ? w.word[i] : -w.word[i] * i;
  w.word[0] = s;
  return s;
}

struct pair make_pair(int x) {
  struct pair p = {x > 0 ? x / 2.0 : x, x > 0 ? -x : x * 2};
  return p;
}

long double half(long double x) { return x > 0 ? x / 2 : x - x / 2; }

long twenty(int a, long b, double c, char d, short e, float f, long g, long double h, int i, int j, struct pair k,
            unsigned char l, long m, float n, int o, long p, double q, int r, void *s, int t) {
  long x = a > 0 ? a + b * 2 + (long)(c * 2) + d * 3 + e * 5 : 7;
  return (s ? x : -x) + (long)(f * 2) + g * 7 + (long)(h * 2) + i * 11 + j * 13 + (long)(k.a * 2) + k.b + l * 17 + m * 19 +
         (long)(n * 2) + o * 23 + p * 29 + (long)(q * 2) + r * 31 + t * 37;
}

__attribute__((preserve_most, noinline)) void keeps(long *x) { *x = *x > 5 ? leaf(*x) : *x + 3; }

long weak_there(long x) { return x > 2 ? x + 2 : 19; }

__attribute__((noinline)) long real_name(long x) { return x > 5 ? x * 5 : leaf(x) - 2; }
long other_name(long) __attribute__((alias("real_name")));

static long fast(long x) { return x > 1 ? x + 1 : leaf(x); }
static long slow(long x) { return x - 1; }
static step choose(void) { return sizeof(void *) == 8 ? fast : slow; }
long chosen(long) __attribute__((ifunc("choose")));

long from_assembly(long x) { return x > 3 ? leaf(x) : -leaf(x); }

long odd(long x) {
  if (x == 0)
    return 200;
  __attribute__((musttail)) return even(x - 1);
}

int counted(a, b) int a, b;
{ return a > 0 ? a - b : b; }

int unpromoted(c, f, n) char c; float f; short n;
{ return c > 'b' ? n : (int)(f * 10) + n; }
