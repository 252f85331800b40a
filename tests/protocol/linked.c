/* An executable with two libraries from the start: stdin says how often each loop runs. */
#include <unistd.h>

void spin_a(int n);
void spin_b(int n);

__attribute__((noinline)) static void spin(int n) {
  volatile int i;
  for (i = 0; i < n; i = i + 1) {
  }
}

int main(void) {
  unsigned char n[3];
  if (read(0, n, 3) != 3) return 1;
  spin(n[0]);
  spin_a(n[1]);
  spin_b(n[2]);
  return 0;
}
