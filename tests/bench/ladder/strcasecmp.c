// A string equals a constant but for the case.
// rung: strcasecmp
// solution: "quixote" 00 "Harvest" 00 "bluejay" 00 "Midnite" 00 "phoenix" 00
#include "ladder.h"

void climb(const unsigned char *in) {
  if (!strcasecmp((const char *)in + 0, "quixote"))
    if (!strcasecmp((const char *)in + 8, "harvest"))
      if (!strcasecmp((const char *)in + 16, "BlueJay"))
        if (!strcasecmp((const char *)in + 24, "midnite"))
          if (!strcasecmp((const char *)in + 32, "phoenix"))
            solved();
}
