#include "shared.hpp"
int other(const char *);
extern "C" int in_cxx(const char *s) { return longest(s) > 'q' ? other(s) : 0; }
