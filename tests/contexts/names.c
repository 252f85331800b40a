/* Functions that are called by their names where the source shows no call: by code that the compiler makes up, and from
   assembly. */

#include <stddef.h>
#include <stdio.h>

#define OWN __attribute__((noinline)) static

OWN void *memset(void *to, int byte, size_t size) {
  volatile char *at = to;
  while (size--)
    *at++ = (char)byte;
  return to;
}
OWN void *memcpy(void *to, const void *from, size_t size) {
  volatile char *at = to;
  const volatile char *source = from;
  while (size--)
    *at++ = *source++;
  return to;
}

struct large {
  char bytes[3000];
};
OWN int sum(struct large *large) {
  int sum = 0;
  for (size_t i = 0; i < sizeof *large; i++)
    sum += large->bytes[i];
  return sum;
}
OWN int fill(int byte) {
  struct large zero = {0}, copy;
  zero.bytes[byte] = 1;
  copy = zero;
  return sum(&zero) + sum(&copy);
}

OWN int named(int x) { return x > 3 ? x * 3 : 7; }
static int by_name(int x) {
  int result;
  __asm__ volatile("subq $128, %%rsp\n\tmovq $-1, %%r10\n\tcall named\n\taddq $128, %%rsp"
                   : "=a"(result), "+D"(x)
                   :
                   : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory");
  return result;
}

int main(int argc, char **argv) {
  (void)argv;
  char line[40];
  memset(line, 'a' + argc, 20);
  memset(line + 20, 'b', 19);
  line[39] = 0;
  char other[40];
  memcpy(other, line, sizeof line);
  printf("%s %d %d\n", other, fill(argc), fill(argc + 1));
  printf("%d %d %d\n", named(argc), named(argc + 5), by_name(argc + 10));
}
