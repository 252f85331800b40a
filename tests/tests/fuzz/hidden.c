// What lies behind a product that nobody guesses; small numbers of rounds besides, so that there is something to find.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint64_t word;
  if (fread(&word, sizeof word, 1, stdin) != 1) return 1;
  volatile int sum = 0;
  for (unsigned i = 0; i < (word & 15); i++) sum += i;
  if (word * 0x9e3779b97f4a7c15u == WANTED) return 3;
  return 0;
}
