/* Writes behind an object, which only a sanitizer sees. */
#include <stdlib.h>
#include <unistd.h>

static int look(const unsigned char *input, long length) {
  volatile unsigned char *object;
  volatile int letters = 0;
  long i;
  if (length < 4) return 1;
  for (i = 0; i < length; i++)
    if (input[i] >= 'A' && input[i] <= 'Z') letters = letters + 1;
  object = malloc(8);
  if (input[0] == 'F' && input[1] == 'U') object[8] = input[2];
  free((void *)object);
  return 0;
}

#ifdef PERSISTENT
__AFL_FUZZ_INIT();

int main(void) {
  unsigned char *input = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(1000)) look(input, (long)__AFL_FUZZ_TESTCASE_LEN);
  return 0;
}
#else
int main(void) {
  unsigned char input[64];
  return look(input, (long)read(0, input, sizeof input));
}
#endif
