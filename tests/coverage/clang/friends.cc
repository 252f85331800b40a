// Templates that befriend all of their own instances, and each other's.
template <class T> struct Own {
  template <class U> friend struct Own;
  T value;
  bool is(T other) { return value == other; }
};

template <class T> struct Left;
template <class T> struct Right {
  template <class U> friend struct Left;
  bool has(T value) { return value > 3; }
};
template <class T> struct Left {
  template <class U> friend struct Right;
  Right<T> right;
  bool has(T value) { return right.has(value) || value < 0; }
};

int main() {
  Own<int> a{1};
  Own<Own<char> *> b{nullptr};
  Left<int> c;
  Left<long> d;
  return a.is(1) && b.is(nullptr) && c.has(4) && d.has(4) ? 0 : 1;
}
