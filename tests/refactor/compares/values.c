int f(int a, int b, int c) {
  int x = a == b, n = 0;
  x = (a == 1) & (b == 2);
  x = a < b == c;
  n += a < b, n -= !a;
  return f(x != n, -(a >= b), (int)(a <= c));
}
//// expected
// int f(int a, int b, int c) {
//   int x =
//     a == b,
//     n = 0;
//   x =
//     (a == 1) &
//     (b == 2);
//   x =
//     a < b
//     == c;
//   n +=
//     a < b,
//     n -=
//     !a;
//   return f(
//     x != n, -
//     (a >= b), (int)
//     (a <= c));
// }
