// A constant occurs somewhere in a field.
// rung: memmem -DMEMMEM=1
// solution: 2e2e2e "needle" 00000000000000
// solution: "weasel" 00000000000000000000
// solution: 2e2e2e2e2e "bramble" 00000000
// solution: 2e "copper" 000000000000000000
// solution: 2e2e "violet" 0000000000000000
// rung: strstr -DMEMMEM=0
// solution: 2e2e2e "needle" 00000000000000
// solution: "weasel" 00000000000000000000
// solution: 2e2e2e2e2e "bramble" 00000000
// solution: 2e "copper" 000000000000000000
// solution: 2e2e "violet" 0000000000000000
#define _GNU_SOURCE
#include "ladder.h"

#define FIELD 16

static inline int holds(const unsigned char *field, const char *word) {
  return MEMMEM ? memmem(field, FIELD, word, strlen(word)) != NULL : strstr((const char *)field, word) != NULL;
}

void climb(const unsigned char *in) {
  if (holds(in + FIELD * 0, "needle"))
    if (holds(in + FIELD * 1, "weasel"))
      if (holds(in + FIELD * 2, "bramble"))
        if (holds(in + FIELD * 3, "copper"))
          if (holds(in + FIELD * 4, "violet"))
            solved();
}
