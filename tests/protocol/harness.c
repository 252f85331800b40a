/* A harness with all of AFL++'s macros. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef ENTRIES
#include "words.h"
#endif

__AFL_FUZZ_INIT();

#ifndef PASSES
#define PASSES 1000
#endif

#define LOOP(name)                                    \
  __attribute__((noinline)) static void name(int n) { \
    volatile int i;                                   \
    for (i = 0; i < n; i = i + 1) {                   \
    }                                                 \
  }

LOOP(spin_before)
LOOP(spin)
LOOP(spin_after)

int main(void) {
  unsigned char *buffer;
  spin_before(201);
#ifdef DEFERRED
  __AFL_INIT();
#endif
  buffer = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(PASSES)) {
    int length = (int)__AFL_FUZZ_TESTCASE_LEN;
    if (length > 0 && buffer[0] == 'A') abort();
    if (length > 0 && buffer[0] == 'W') fprintf(stderr, "%d %.*s\n", length, length, (char *)buffer);
    if (length > 1 && buffer[0] == 'L') spin(buffer[1]);
    if (length > 0 && buffer[0] == 'H') for (;;) pause();
    if ((int)__AFL_FUZZ_TESTCASE_LEN != length) abort();
  }
  spin_after(202);
  return 0;
}
