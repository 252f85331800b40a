/* What `cargo xtask bench compares` runs around the compares. Compiled by plain clang for every build, so that builds
   differ in the compares alone.

   Reads a number and INPUT bytes at a time; for each writes what the compare says, how many counters are not 0, and
   these as place * 256 + value. Everything but the bytes is a 32-bit word. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compares.h"

/* Builds have one of these or none: AFL++'s map, or counters in a section. */
extern unsigned char *__afl_area_ptr __attribute__((weak));
extern uint32_t __afl_final_loc __attribute__((weak));
extern unsigned char __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern unsigned char __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));

static unsigned char *counters;
static size_t counter_count;

static void find_counters(void) {
  if (__start___sancov_cntrs != __stop___sancov_cntrs) {
    counters = __start___sancov_cntrs;
    counter_count = (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
  } else if (&__afl_final_loc) {
    counters = __afl_area_ptr;
    counter_count = __afl_final_loc + 1;
  }
}

static void put(uint32_t word) { fwrite(&word, sizeof word, 1, stdout); }

int main(void) {
  static unsigned char in[2 * INPUT];
  uint32_t number;
  find_counters();
  while (fread(&number, sizeof number, 1, stdin) == 1) {
    uint32_t hit = 0;
    if (number >= compare_count || fread(in, 1, INPUT, stdin) != INPUT) {
      fprintf(stderr, "no compare %u, or no input for it\n", number);
      return 2;
    }
    if (counter_count) memset(counters, 0, counter_count);
    put((uint32_t)compares[number](in));
    for (size_t at = 0; at < counter_count; at++)
      hit += counters[at] != 0;
    put(hit);
    for (size_t at = 0; at < counter_count; at++)
      if (counters[at]) put((uint32_t)(at << 8) | counters[at]);
  }
  return fflush(stdout);
}
