#include "shared.hpp"
int other(const char *s) { return longest(s) % 7 == 3 ? 9 : 1; }
