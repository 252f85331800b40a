void a(void), b(void);

void f(int n) {
  switch (n) { case 1: case 2: a(); break; case 3 ... 5: { b(); } default: out: b(); }
  if (n) goto out;
}
//// expected
// void a(void), b(void);
// void f(int n) {
//   switch (
//     n) {
//     case 1:
//     case 2:
//     a();
//     break;
//     case 3 ... 5:
//     {
//       b();
//     }
//     default:
//     out:
//     b();
//   }
//   if (
//     n)
//     goto out;
// }
