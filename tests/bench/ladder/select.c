// Conditions that are added up without a branch.
// rung: select-and -DTERNARY=0
// solution: "quixotic" "harvests" "bluejays" "midnight" "phoenix!"
// rung: select-ternary -DTERNARY=1
// solution: "quixotic" "harvests" "bluejays" "midnight" "phoenix!"
#include "ladder.h"

static inline int same(const unsigned char *p, const char *key) {
#if TERNARY
  unsigned seen = 0;
  for (int i = 0; i < 8; i++)
    seen |= p[i] == (unsigned char)key[i] ? 1u << i : 0;
  return seen == 0xff;
#else
  int ok = 1;
  for (int i = 0; i < 8; i++)
    ok &= p[i] == (unsigned char)key[i];
  return ok;
#endif
}

void climb(const unsigned char *in) {
  if (same(in + 0, "quixotic"))
    if (same(in + 8, "harvests"))
      if (same(in + 16, "bluejays"))
        if (same(in + 24, "midnight"))
          if (same(in + 32, "phoenix!"))
            solved();
}
