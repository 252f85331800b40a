#include <string>
#include "shared.h"
int two(int n) { return shared(n) > 4; }
