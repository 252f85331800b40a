#include "shared.h"
extern "C" int two(const char *s) { return shared(s) > 5 ? 9 : shared(s + 1); }
