template <class T> static T part(T x) {
  if (x > 5)
    return x + 1;
  return x;
}
inline int unused(int x) { return x ? 1 : 2; }
int also_nobody(int x) { return unused(x) + x; }
