#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
static int three(int x) { return x - 3; }
static void deep(const uint8_t *data) { if (data[0] == 'X') abort(); }
static void other(const uint8_t *data) { if (data[0] == 'Y') abort(); }
volatile int sum;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (memchr(data, '1', size)) sum = one(sum);
  if (memchr(data, '2', size)) sum = two(sum);
  if (memchr(data, '3', size)) sum = three(sum);
  const uint8_t *at = memchr(data, 'X', size);
  if (at) deep(at);
  at = memchr(data, 'Y', size);
  if (at) other(at);
  if (memchr(data, 'T', size)) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_nsec / 1000 % 2) sum++;
  }
  return 0;
}
