// Exceptions, virtual calls, templates, coroutines, constructors before main. The other half is modern_two.cc.
#include "modern.h"

long cleanups;

struct Guard {
  long x;
  explicit Guard(long n) : x(n) {}
  __attribute__((noinline)) ~Guard() { cleanups += x > 3 ? weigh(x) : 1; }
};

static long before = early(4) + weigh(30) + bounded(7L);

extern "C" {
__attribute__((noinline)) long one_calls(long x) { return weigh(x) + bounded(x) + bounded(int(x)); }

__attribute__((noinline)) bool descending(int a, int b) {
  if (a == b)
    cleanups++;
  return a > b;
}

__attribute__((noinline)) long passes_on(long x) {
  Guard guard(x);
  try {
    Guard inner(x + 1);
    return two_throws(x);
  } catch (const std::runtime_error &) {
    cleanups += weigh(1);
    throw;
  }
}
}

static __attribute__((noinline)) long catches(long x) {
  try {
    return passes_on(x) + passes_on(x + 2);
  } catch (const std::logic_error &e) {
    return 7;
  } catch (const std::exception &e) {
    return std::string(e.what()).size() + weigh(x);
  }
}

static __attribute__((noinline)) long in_order(bool (*less)(int, int)) {
  std::vector<int> numbers = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
  std::sort(numbers.begin(), numbers.end(), less);
  long s = 0;
  for (int n : numbers)
    s = s * 7 % 10007 + n;
  return s + (descending(numbers[0], numbers[1]) ? 1 : 0);
}

int main() {
  long s = before;
  for (long x = 0; x < 16; x++) {
    s = s * 5 % 100003 + one_calls(x) + two_calls(x) + catches(x);
    Square square(x);
    Shape plain, *shapes[] = {&square, &plain};
    s += shapes[x % 2]->area(x) + shapes[x % 3 == 0]->area(x + 1);
  }
  Steps walk = steps(6);
  for (long v; (v = walk.next()) >= 0;)
    s += weigh(v);
  walk.handle.destroy();
  std::printf("%ld %ld %ld %ld\n", before, s, cleanups, in_order(descending));
  return 0;
}
