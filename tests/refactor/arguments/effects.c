int g(int, ...);

int f(int a, int b) {
  g(a, b, 3);
  g(a, g(b), b++, a = 2, (a, b));
  int list[] = { a, g(b), b-- };
  return g(g(g(a)), list[0]) + g(({ a++; }));
}
//// expected
// int g(int, ...);
// int f(int a, int b) {
//   g(a, b, 3);
//   g(a,
//     g(b),
//     b++,
//     a = 2, (a, b));
//   int list[] = { a,
//       g(b),
//       b-- };
//   return g(
//     g(
//       g(a)), list[0]) + g(
//     ({
//         a++;
//       }));
// }
