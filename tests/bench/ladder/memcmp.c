// Bytes equal a constant; `memcmp-nul`: one with zeros in it.
// rung: memcmp -DZEROS=0
// solution: "quixotic" "harvests" "bluejays" "midnight" "phoenix!"
// rung: memcmp-nul -DZEROS=1
// solution: "qu" 00 "xot" 00 "c" "ha" 00 "ves" 00 "s" "bl" 00 "eja" 00 "s" "mi" 00 "nig" 00 "t" "ph" 00 "eni" 00 "!"
#include "ladder.h"

#define SAME(n, plain, with_zeros) !memcmp(in + 8 * (n), ZEROS ? with_zeros : plain, 8)

void climb(const unsigned char *in) {
  if (SAME(0, "quixotic", "qu\0" "xot\0" "c"))
    if (SAME(1, "harvests", "ha\0" "ves\0" "s"))
      if (SAME(2, "bluejays", "bl\0" "eja\0" "s"))
        if (SAME(3, "midnight", "mi\0" "nig\0" "t"))
          if (SAME(4, "phoenix!", "ph\0" "eni\0" "!"))
            solved();
}
