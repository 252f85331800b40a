#include <string.h>
#include <strings.h>
#include <unistd.h>
volatile int sink;
int xmlStrEqual(const unsigned char *, const unsigned char *);
__attribute__((noinline)) static void asks(const char *s) {
  if (strstr(s, "needle")) sink = 1;
  if (xmlStrEqual((const unsigned char *)s, (const unsigned char *)"whole")) sink = 2;
}
int main(void) {
  char bytes[16] = {0};
  if (read(0, bytes, 15) < 1) return 1;
  asks(bytes);
  if (bytes[13] & 1) sink = 5;
  if (bytes[13] & 2) sink = 6;
}
