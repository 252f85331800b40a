int f(int a, int b, int c) {
  int x = a ? b : c ? 1 : (b ? 2 : 3);
  if (a ? b : c) x++;
  if ((a ? b : c) && !(b ? c : a)) x--;
  return a ?: x;
}
//// expected
// int f(int a, int b, int c) {
//   int x =
//     a ?
//     b :
//     c ?
//     1 :
//     (
//     b ?
//     2 :
//     3);
//   if (
//     a
//     ?
//     b :
//     c)
//     x++;
//   if (
//     (
//       a ?
//       b :
//       c) &&
//     !(
//       b ?
//       c :
//       a))
//     x--;
//   return
//     a ?:
//     x;
// }
