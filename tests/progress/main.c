// Calls one function with the input that the second argument spells in hexadecimal, and prints which counters ran.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int reached;

#define ALL(X) X(listing1) X(listing4) X(listing5) X(listing10) X(listing12) X(listing18) X(chosen) X(joined) X(summed) X(ordered)
#define DECLARE(name) int name(const uint8_t *in);
ALL(DECLARE)

extern uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];

int main(int argc, char **argv) {
  uint8_t in[64] = {0};
  for (size_t i = 0; 2 * i < strlen(argv[2]); ++i)
    sscanf(argv[2] + 2 * i, "%2hhx", &in[i]);
#define CALL(name)                                                                                                     \
  if (strcmp(argv[1], #name) == 0)                                                                                     \
    reached += name(in);
  ALL(CALL)
  for (uint8_t *p = __start___sancov_cntrs; p < __stop___sancov_cntrs; ++p)
    if (*p)
      printf("%d ", (int)(p - __start___sancov_cntrs));
  return 0;
}
