#include <unistd.h>
struct s { long a, b, c, d, e; };
__attribute__((noinline)) struct s make(long a) { return (struct s){a, 1, 2, 3, 4}; }
int main(void) {
  unsigned char data[4] = {0};
  if (read(0, data, 4) != 4) return 1;
  return make(data[1]).a == 'e' ? 0 : 2;
}
