// flags: -std=c++20
#include <compare>

struct P { int a; auto operator<=>(const P &) const = default; };
template <class T> int less(T a, T b) { return (a < b) + (b < a) * 2; }

int f(P p, P q) { bool x = p < q, y = p != q, z = (p <=> q) < 0; return x + y + z + less(p, q) + less<int>(1, 2); }
//// expected
// struct P {
//   int a;
//   auto operator<=>(const P &) const = default;
// };
// template <class T> int less(T a, T b) {
//   return
//     (a < b) +
//     (b < a) * 2;
// }
// int f(P p, P q) {
//   bool x =
//     p < q,
//     y =
//     p != q,
//     z =
//     (p <=> q) < 0;
//   return x + y + z + less(p, q) + less<int>(1, 2);
// }
