#define OTHER_SHAPE
#include "link.h"
#include "shape.hpp"
int other_cxx(int c) {
  Shape<int> s;
  return sum(std::vector<int>{c}) + s.area(3) + counted(c) + twofold(c);
}
