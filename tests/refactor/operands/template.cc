template <class T, class... A> bool f(T t, A &&...a) {
  return t && t.size() and (a && ...) || not t.empty();
}
//// expected
// template <class T, class... A> bool f(T t, A &&...a) {
//   return
//     t &&
//     t.size() and
//     (a && ...) ||
//     not t.empty();
// }
