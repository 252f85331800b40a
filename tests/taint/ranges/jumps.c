// Behind setjmp nothing that was in the slots counts, and memory is as it was left.
// input: "0123456789"

#include <setjmp.h>

#include "input.h"

static jmp_buf begin;

__attribute__((noinline)) static int leave(int value, unsigned char *to) {
  *to = value;
  if (value > 3) longjmp(begin, 2); // taint: 4
  return value;
}

int main(int count, char **words) {
  input(words);
  volatile unsigned char kept = in[2];
  unsigned char left = 0;
  int came = setjmp(begin);
  ASK(came == 7);                   // taint: nothing
  if (!came) leave(in[4], &left);
  ASK(kept == 'x');                 // taint: 2
  ASK(*(volatile unsigned char *)&left == 'x'); // taint: 4
}
