#include <stdint.h>
#include <stddef.h>
volatile int sum;
static int one(int x) {
  return x + 1;
}
static int two(int x) {
  if (x > 1000)
    return 7;
  return x * 2;
}
int nobody(int x) {
  return x;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0 && data[0] == '1')
    sum = one(sum);
  if (size > 0 && data[0] == '2')
    sum = two(sum);
  return 0;
}
