// A string equals a constant, its end included.
// rung: strcmp
// solution: "quixote" 00 "harvest" 00 "bluejay" 00 "midnite" 00 "phoenix" 00
#include "ladder.h"

void climb(const unsigned char *in) {
  if (!strcmp((const char *)in + 0, "quixote"))
    if (!strcmp((const char *)in + 8, "harvest"))
      if (!strcmp((const char *)in + 16, "bluejay"))
        if (!strcmp((const char *)in + 24, "midnite"))
          if (!strcmp((const char *)in + 32, "phoenix"))
            solved();
}
