int a(void);

int f(int n) { if (n) { a(); a(); } while (a()) {} struct { int x; } s = { 1 }; return s.x; }
//// expected
// int a(void);
// int f(int n) {
//   if (
//     n) {
//     a();
//     a();
//   }
//   while (
//     a()) {}
//   struct {
//     int x;
//   } s = { 1 };
//   return s.x;
// }
