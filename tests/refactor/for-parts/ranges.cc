// flags: -std=c++20
int list[3], b(int);

void f() {
  for (auto x : list) b(x);
  for (int n = 0; auto &x : list) { b(x + n++); }
}
//// expected
// int list[3], b(int);
// void f() {
//   for (
//     auto x :
//     list)
//     b(x);
//   for (
//     int n = 0;
//     auto &x :
//     list) {
//     b(
//       x + n++);
//   }
// }
