#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

int same, one, other;

/* As tables do that take a seed for each process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned seed = 0;
  getrandom(&seed, sizeof seed, 0);
  if (size == 0)
    return 0;
  same++;
  if ((data[0] ^ seed) & 1)
    one++;
  else
    other++;
  return 0;
}
