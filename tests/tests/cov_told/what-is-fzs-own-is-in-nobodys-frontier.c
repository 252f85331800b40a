#include <unistd.h>
#define AGAIN while (__AFL_LOOP(1000))
__AFL_FUZZ_INIT();
int main() {
  unsigned char *text = __AFL_FUZZ_TESTCASE_BUF;
  AGAIN {
    int length = __AFL_FUZZ_TESTCASE_LEN;
    if (length > 2) text++;
  }
}
