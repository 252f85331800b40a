#include <stdlib.h>
#include <unistd.h>
volatile int sink;
__attribute__((noinline)) static void asks(int x) { if (x <= 15) sink = 1; else sink = 2; }
int main(void) {
  while (__AFL_LOOP(100)) {
    unsigned char byte;
    if (read(0, &byte, 1) != 1) return 1;
    asks(byte);
    if (byte == 200) abort();
  }
}
