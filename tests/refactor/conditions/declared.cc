// flags: -std=c++20
int more();

int all(int n) {
  if (int m = more(); m) return m;
  if (int m = more()) return m;
  if constexpr (sizeof(int) == 4) n++;
  switch (int m = more(); m) { default: return n; }
}
//// expected
// int more();
// int all(int n) {
//   if (
//     int m = more();
//     m)
//     return m;
//   if (
//     int m = more())
//     return m;
//   if constexpr (
//     sizeof(int) == 4)
//     n++;
//   switch (
//     int m = more();
//     m) {
//     default:
//     return n;
//   }
// }
