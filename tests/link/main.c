// Reads one word; each letter takes another path in another unit.
#include <stdio.h>
#include "link.h"
static int helper(int c) { return c > 'm' ? 2 : 3; }
int main(void) {
  char word[16] = {0};
  if (!fgets(word, sizeof word, stdin)) word[0] = 'a';
  printf("%d %d %d\n", helper(word[0]), from_library(word[0]), from_cxx(word[0]));
  return 0;
}
