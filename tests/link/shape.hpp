// COMDAT in every form: templates, inline functions with local statics, virtual members, lambdas, throwing code.
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
template <class T> struct Shape {
  virtual ~Shape() {}
  virtual T area(T x) const {
    if (x < T(0)) throw std::range_error("negative");
    return x * x;
  }
};
inline int counted(int c) {
  static std::map<int, int> seen;
  return ++seen[c];
}
template <class T> int sum(const std::vector<T> &v) {
  int s = 0;
  for (auto &x : v) s += [](T y) { return y > 10 ? 10 : int(y); }(x);
  return s;
}
#ifdef OTHER_SHAPE
// The same symbol with another control flow than in the other unit: whichever the linker keeps.
inline int twofold(int c) { return c > 3 ? (c & 1 ? 4 : 4) : 4; }
#else
inline int twofold(int c) { for (int i = 0; i < c % 3; i++) c--; return 4; }
#endif
