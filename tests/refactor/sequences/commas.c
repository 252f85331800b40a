int g(void);

void f(int i, int j) {
  for (i = 0, j = 1; i < 3; i++, j--) g(), g();
  i = (g(), j);
}
//// expected
// int g(void);
// void f(int i, int j) {
//   for (
//     i = 0,
//     j = 1;
//     i < 3;
//     i++,
//     j--)
//     g(),
//       g();
//   i = (g(),
//     j);
// }
