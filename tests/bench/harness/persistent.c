/* The same targets under afl-fuzz, many inputs per process. Compiled like the target, since the compiler brings the
   macros. */

#include <unistd.h>

#include "bench.h"

__AFL_FUZZ_INIT();

int main(void) {
  __AFL_INIT();
  const unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(10000)) {
    size_t size = (size_t)__AFL_FUZZ_TESTCASE_LEN;
    LLVMFuzzerTestOneInput(data, size);
  }
  return 0;
}
