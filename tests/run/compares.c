// Compares in all ways; what it compares is its caller's, so that nothing is a constant.

#include <stdlib.h>
#include <string.h>

struct input {
  int number, divisor;
  unsigned char byte;
  long long wide;
  double real;
  __int128 widest;
  const char *word;
};

__attribute__((noinline)) int look(const char *a, const char *b) { return a[0] + b[0]; }

__attribute__((noinline)) int compare(const struct input *in) {
  int sum = 0;
  if (in->number == 0x12345)
    sum += 1;
  if (in->byte == 'x')
    sum += 2;
  if (in->wide == 0x1122334455667788)
    sum += 4;
  if (in->real == 1.5)
    sum += 8;
  if (in->widest == ((__int128)3 << 64 | 5))
    sum += 16;
  switch (in->number) {
  case 10:
    sum += 100;
    break;
  case -3:
    sum += 300;
    break;
  case 77777:
    sum += 500;
  }
  if (strcmp(in->word, "hello") == 0)
    sum += 32;
  if (memcmp(in->word, "worl", in->divisor) == 0)
    sum += 64;
  return sum + in->number / in->divisor + look(in->word, "here");
}

int main(int argc, char **argv) {
  (void)argv;
  struct input in = {argc + 41, argc + 3, 'a', 7, 2.5, 9, "help"};
  return compare(&in) == 0;
}
