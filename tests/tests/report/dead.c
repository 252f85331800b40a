#include <stdio.h>
void api(int x) {
  if (x > 3)
    puts("never");
}
int main(void) {
  int c = getchar();
  if (c == 'x')
    puts("x");
  return 0;
}
