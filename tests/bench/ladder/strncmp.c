// A string begins with a constant.
// rung: strncmp
// solution: "quixote" 00 "harvest" 00 "bluejay" 00 "midnite" 00 "phoenix" 00
#include "ladder.h"

void climb(const unsigned char *in) {
  if (!strncmp((const char *)in + 0, "quixote", 7))
    if (!strncmp((const char *)in + 8, "harvest", 7))
      if (!strncmp((const char *)in + 16, "bluejay", 7))
        if (!strncmp((const char *)in + 24, "midnite", 7))
          if (!strncmp((const char *)in + 32, "phoenix", 7))
            solved();
}
