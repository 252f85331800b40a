#include <cstdint>
#include <cstddef>
#include "part.h"
volatile int sum;
int nobody(int x) {
  if (x > 3 && x < 9)
    return 1;
  return x;
}
static int once(int x) {
  if (x > 1000)
    return 7;
  return x * 2;
}
static int rarely(size_t size) {
  if (size > 20)
    return 3;
  return 4;
}
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 9)
    sum = rarely(size);
  if (size > 1 && data[0] == 'a')
    sum = once(data[1]);
  if (size > 2 && (data[1] == 'b' || data[2] == 'c'))
    sum = part<int>(data[2]) + part<char>(1);
  switch (size) {
  case 1: sum = 1; break;
  case 7: sum = 7; break;
  default: break;
  }
  return 0;
}
