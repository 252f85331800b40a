int a(void), b(void);

void f(int n) {
  if (n) a(); else if (n > 2) { b(); } else b();
  for (;;) while (n) do a(); while (b());
  if (n) if (b()) a(); else b();
}
//// expected
// int a(void), b(void);
// void f(int n) {
//   if (
//     n)
//     a();
//   else if (
//     n > 2) {
//     b();
//   }
//   else
//     b();
//   for (;;)
//     while (
//       n)
//       do
//         a();
//       while (
//         b());
//   if (
//     n)
//     if (
//       b())
//       a();
//     else
//       b();
// }
