struct S { S(int, int = 0); S &add(int); int n; };
int g(int), h();
int f(int a) { S s(g(a), h()), t{a, g(2)}; s.add(g(1)).add(2).add(h()); return *new int(g(3)) + S(h(), a).n; }
//// expected
// struct S {
//   S(int, int = 0);
//   S &add(int);
//   int n;
// };
// int g(int), h();
// int f(int a) {
//   S s(
//     g(a),
//     h()),
//     t{a,
//       g(2)};
//   s.add(
//     g(1)).add(2).add(
//     h());
//   return *new int(g(3)) + S(
//     h(), a).n;
// }
