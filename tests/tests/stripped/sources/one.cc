#include "shared.h"
extern "C" int one(const char *s) { return shared(s) > 3 ? 1 : 0; }
