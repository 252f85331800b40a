/* Writes behind an object, which only a sanitizer sees. */
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char input[64];
  volatile char *object;
  if (read(0, input, sizeof input) < 4) return 1;
  object = malloc(8);
  if (input[0] == 'F' && input[1] == 'U') object[8] = input[2];
  free((void *)object);
  return 0;
}
