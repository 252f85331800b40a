#include <stdint.h>
#include <stddef.h>
volatile int sum;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'a') sum++;
  if (data[1] == 'b') sum++;
  if (data[2] == 'c') sum++;
  return 0;
}
