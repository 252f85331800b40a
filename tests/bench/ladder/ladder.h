/* Around every rung: a persistent harness that hands it the first NEEDS bytes of an input. */

#ifndef LADDER_H
#define LADDER_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "../readers.h"

/* External and never inlined: nothing is known about `in` but what a parser knows of its input, so conditions stay
   nested. Zeros follow it. */
__attribute__((noinline)) void climb(const unsigned char *in);

/* Called when all conditions of a rung hold. */
__attribute__((noinline, noreturn)) static void solved(void) { abort(); }

/* Arms that must not become one. */
static volatile int sink;

__AFL_FUZZ_INIT();

int main(void) {
  static unsigned char in[NEEDS + 64];
  unsigned char *buffer = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(100000)) {
    if (__AFL_FUZZ_TESTCASE_LEN < NEEDS) continue;
    memcpy(in, buffer, NEEDS);
    climb(in);
  }
  return 0;
}

#endif
