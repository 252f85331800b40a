// A local function of the same name as one in main.c, and a dead one whose callee exists nowhere.
#include "link.h"
static int helper(int c) { return c == 'x' ? 5 : 7; }
int undefined_everywhere(int);
#ifdef WITH_DEAD
__attribute__((visibility("hidden"))) int dead(int c) { return c ? undefined_everywhere(c) : 1; }
#endif
int from_library(int c) {
  int n = helper(c);
  for (int i = 0; i < 300; i++) n += i & c;
  return n;
}
