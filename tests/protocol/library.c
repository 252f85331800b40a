/* A library with a loop. NAME makes its function's name. */
#define PASTE(a, b) a##b
#define FUNCTION(name) PASTE(spin_, name)

void FUNCTION(NAME)(int n);

void FUNCTION(NAME)(int n) {
  volatile int i;
  for (i = 0; i < n; i = i + 1) {
  }
}

#ifdef PAGES
/* Counters like those of a large library, which registers them as every other does. */
static unsigned char many[PAGES * 4096] __attribute__((used, section("__sancov_cntrs")));
#endif

#ifdef ENTRIES
#include "words.h"
#endif
