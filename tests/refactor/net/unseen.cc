// flags: -std=c++20
template <class T> requires (sizeof(T) > 1) || (sizeof(T) < 8) struct A { int n; T t; };
#define UNUSED(x) x || x
template <class T> bool f(T t) { return UNUSED(t); }
//// expected
// template <class T> requires
//   (sizeof(T) > 1) ||
//   (sizeof(T) < 8)
//   struct A {
//   int n;
//   T t;
// };
// template <class T> bool f(T t) {
//   return
//     t ||
//     t;
// }
