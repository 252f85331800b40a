#include <unistd.h>

int host(int);

int main(void) {
  unsigned char n;
  return read(0, &n, 1) == 1 && host(n + 1) >= 0 ? 0 : 3;
}
