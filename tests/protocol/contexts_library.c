/* A library that calls a function of its own, and one of the executable's. */
#include "contexts.h"

#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define WORK NAMED(NAME, _work)
#define CALL NAMED(NAME, _call)

#ifndef COUNTERS
#define COUNTERS 4
#endif

FUNCTION(WORK, COUNTERS, 8)

__attribute__((weak)) counted narrow;

SECTION("__fz_calls") static struct call calls[] = {{0, WORK}, {0, narrow}};

void CALL(unsigned site, unsigned edge, unsigned times);

/* There is a site for each call; another is a caller that knows no contexts. */
void CALL(unsigned site, unsigned edge, unsigned times) {
  if (site < sizeof calls / sizeof *calls)
    calls[site].callee(&calls[site], edge, times);
  else
    WORK(NULL, edge, times);
}
