#include <stdlib.h>
#include <string.h>
#include <unistd.h>
volatile int sink;
__attribute__((noinline)) static void asks(unsigned x, const char *s) {
  if (x == 0x12345678) sink = 1;
  if (!strcmp(s, "word")) sink = 2;
  switch (x) { case 0x12345678: sink = 3; break; case 0x12340000: sink = 4; break; }
}
int main(void) {
  while (__AFL_LOOP(100)) {
    char bytes[16] = {0};
    unsigned x;
    if (read(0, bytes, 15) < 4) return 1;
    memcpy(&x, bytes, 4);
    asks(x, bytes + 4);
    if (bytes[13] & 1) sink = 5;
    if (bytes[13] & 2) sink = 6;
    if (bytes[14] == 1) abort();
  }
}
