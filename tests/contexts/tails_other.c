/* The other end of what tails.c calls. */

long there(long n, long x);
long back(long n, long x);

long there(long n, long x) {
  if (n <= 0)
    return -x;
  if (x % 7 == 0)
    return back(n - 1, x + 11);
  return back(n - 1, x + 2);
}
