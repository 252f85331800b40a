// inputs: a b
#include <cstdio>
#include <string>
#include <vector>

template <typename T> static T pick(T c) {
  return c == 'a' ? T(1) : 2; // marks: return xx ¦ c == 'a' xx ¦ T(1) x- ¦ 2 xx
}

struct Reader {
  int at;
  bool is_a;
  explicit Reader(int c) : at(c ? 3 : 4), is_a(c == 'a') {} // marks: at x- ¦ c x- ¦ 3 x- ¦ 4 -- ¦ is_a x- ¦ c == 'a') {} x-
  int next() const { return is_a ? at : 0; } // marks: return x- ¦ is_a x- ¦ at x- ¦ 0 --
};

static int sum(const std::vector<int> &all) {
  int sum = 0;
  for (int one : all) sum += one > 1 ? one : 0; // marks: int one -x ¦ all -x ¦ sum += -x ¦ one > 1 -x ¦ one -x ¦ 0 -x
  auto twice = [sum](int by) { return by > 3 ? sum : 2 * sum; }; // marks: auto twice = [sum](int by) -x ¦ return -x ¦ by > 3 -x ¦ sum -- ¦ 2 * sum -x
  return twice(sum > 4 ? 5 : 1); // marks: return twice -x ¦ sum > 4 -x ¦ 5 -- ¦ 1 -x
}

int main() {
  int c = getchar();
  std::string text = c == 'a' ? "a" : "b"; // marks: std::string text = xx ¦ c == 'a' xx ¦ "a" x- ¦ "b" -x
  const char *raw = c == 'a' ? R"(one
two)" : "three"; // marks: "three" -x
  if (int n = pick(c); n > 1) return sum({n, c == 'a' ? 1 : 2}); // marks: int n = pick(c) xx ¦ n > 1 xx ¦ return sum -x ¦ n -x ¦ c == 'a' -x ¦ 1 -- ¦ 2 -x
  return pick('b') + Reader(c).next() + (raw ? 1 : 0) + (text.empty() ? 1 : 0) > 100; // marks: return x- ¦ pick('b') + Reader(c).next() + x- ¦ raw x- ¦ 1 x- ¦ 0 -- ¦ + x- ¦ text.empty() x- ¦ 1 -- ¦ 0 x- ¦ > 100 x-
}
