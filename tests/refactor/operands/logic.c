int f(int a, int b, int c) {
  int x = a && (b || !c) && !(a || c);
  if (a && b) return x || c;
  return !(a && (b));
}
//// expected
// int f(int a, int b, int c) {
//   int x =
//     a &&
//     (b ||
//     !c) &&
//     !(a ||
//     c);
//   if (
//     a &&
//     b)
//     return
//       x ||
//       c;
//   return
//     !(a &&
//     (b));
// }
