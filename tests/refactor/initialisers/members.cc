int g();
struct B { int n; explicit B(int n) : n(n) {} };
struct D : B {
  int m, k = g() > 1; bool q;
  D(int x) : B(x), m(x ? g() : 0), q{x > 1} {}
  D(int x, int y) try : B(x), m(y), q(x == y) {} catch (int) { throw; }
  template <class T> D(T t, int n) : B(n), m(t == n), q() {}
};
D::B *make() { return new D(1, 2); }
//// expected
// int g();
// struct B {
//   int n;
//   explicit B(int n) :
//     n(n) {}
// };
// struct D : B {
//   int m, k =
//     g() > 1;
//   bool q;
//   D(int x) :
//     B(x),
//     m(
//     x ?
//     g() :
//     0),
//     q{
//       x > 1
//   } {}
//   D(int x, int y) try :
//     B(x),
//     m(y),
//     q(
//     x == y) {}
//   catch (int) {
//     throw;
//   }
//   template <class T> D(T t, int n) :
//     B(n),
//     m(
//     t == n),
//     q() {}
// };
// D::B *make() {
//   return new D(1, 2);
// }
