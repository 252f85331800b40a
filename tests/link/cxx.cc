#include "link.h"
#include "shape.hpp"
int from_cxx(int c) {
  Shape<int> s;
  int r = sum(std::vector<int>{1, 2, c}) + sum(std::vector<long>{c, 3}) + twofold(c);
  try {
    r += s.area(c == 'n' ? -1 : 2);
  } catch (const std::exception &) {
    r += 100;
  }
  return r + counted(c) + other_cxx(c);
}
