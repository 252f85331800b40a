#include <stdio.h>
static __thread int counter;
int main(void) {
  counter = getchar();
  return counter == 'a' ? 3 : 0;
}
