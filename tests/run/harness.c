// A persistent harness as AFL++ users write them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__AFL_FUZZ_INIT();
static int score(const unsigned char *b, int n) {
  if (n > 3 && b[0] == 'f')
    if (b[1] == 'u')
      if (b[2] == 'z') {
        if (b[3] == '!') abort();
        return 3;
      }
  return n;
}
int main(void) {
#ifdef __AFL_HAVE_MANUAL_CONTROL
  __AFL_INIT();
#endif
  unsigned char *buf = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(1000)) {
    int len = __AFL_FUZZ_TESTCASE_LEN;
    printf("%d\n", score(buf, len));
    fflush(stdout);
  }
  return 0;
}
