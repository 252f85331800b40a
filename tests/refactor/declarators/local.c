int f(void);

int g(void) {
  int a = f(), *b = &a, c[2] = { 1, 2 }, d;
  d = a + *b + c[1];
  return d;
}
//// expected
// int f(void);
// int g(void) {
//   int a = f(),
//     *b = &a,
//     c[2] = { 1, 2 },
//     d;
//   d = a + *b + c[1];
//   return d;
// }
