// The other half of modern_one.cc.
#include "modern.h"

static std::vector<long> made_before(3, bounded(100L));

long early(long x) { return x > 3 ? weigh(x) : weigh(x + 1); }

long Square::area(long x) { return side > 3 ? side * bounded(x) : Shape::area(x); }

extern "C" {
__attribute__((noinline)) long two_calls(long x) { return weigh(x + 1) - bounded(x + 2) + made_before[x % 3]; }

__attribute__((noinline)) long two_throws(long x) {
  if (x % 5 == 1)
    throw std::runtime_error("five");
  if (x % 5 == 3)
    throw std::out_of_range("three");
  return x;
}
}

Steps steps(long n) {
  for (long i = 0; i < n; i++) {
    if (weigh(i) > 6)
      co_yield weigh(i + 5);
    else
      co_yield bounded(i);
  }
}
