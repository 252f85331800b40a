void a(void);

void f(int n) {
  for (int i = 0; i < n; i++) a();
  for (; n; ) n--;
  for (;;) a();
}
//// expected
// void a(void);
// void f(int n) {
//   for (
//     int i = 0;
//     i < n;
//     i++)
//     a();
//   for (;
//     n; )
//     n--;
//   for (;;)
//     a();
// }
