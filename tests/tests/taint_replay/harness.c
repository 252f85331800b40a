#include <string.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
  if (size < 6 || memcmp(data + 1, "arn", 3)) return 0;
  if (data[4] > 'k') __builtin_trap();
  return 0;
}
