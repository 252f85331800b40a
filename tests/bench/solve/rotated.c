// A string is compared after each of its bytes was rotated by its place.
// rung: rotated
// solution: 6c6c6068196b5c69566158
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  char word[12];
  for (int i = 0; i < 11; i++) word[i] = (char)(in[i] + 3 + i);
  word[11] = 0;
  if (strcmp(word, "open sesame") == 0) solved();
}
