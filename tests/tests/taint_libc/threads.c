// OpenMP's runtime looks functions up when it starts.
#include <stdio.h>

int main(void) {
  char bytes[64] = {0};
  int sum = 0, count = (int)fread(bytes, 1, 63, stdin);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++) sum += bytes[i];
  return sum == 7;
}
