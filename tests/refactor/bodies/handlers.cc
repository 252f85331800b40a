void a(); int b(), list[2];

int f(int n) try {
  try { a(); } catch (int i) { return i; } catch (...) { throw; }
  for (int i : list) if (b()) a(); else return i;
  auto l = [&](int x) { a(); return x + n; };
  return l(2);
} catch (char) { return 2; }
//// expected
// void a();
// int b(), list[2];
// int f(int n) try {
//   try {
//     a();
//   }
//   catch (int i) {
//     return i;
//   }
//   catch (...) {
//     throw;
//   }
//   for (
//     int i :
//     list)
//     if (
//       b())
//       a();
//     else
//       return i;
//   auto l = [&](int x) {
//     a();
//     return x + n;
//   };
//   return l(2);
// }
// catch (char) {
//   return 2;
// }
