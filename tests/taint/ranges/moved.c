// What stores, shifts and choices do to labels where a value has one label for all of its bytes, or none of its own.
// input: "\x05\x06\x07\x08\x09\x0a\x0b\x0c"

#include "input.h"
#include <stdint.h>

typedef int numbers __attribute__((ext_vector_type(4)));

static volatile uint32_t left, right;
static volatile unsigned char swapped, compared;
static volatile int one = 1, two = 2;

int main(int count, char **words) {
  input(words);
  uint32_t product = in[0] * 77 * in[1];
  left = product << 16;
  right = product >> 16;
  const volatile unsigned char *lefts = (volatile unsigned char *)&left, *rights = (volatile unsigned char *)&right;
  ASK(lefts[0] == 'x');                                                           // taint: nothing
  ASK(lefts[3] == 'x');                                                           // taint: 0-1
  ASK(rights[0] == 'x');                                                          // taint: 0-1
  ASK(rights[3] == 'x');                                                          // taint: nothing
  swapped = in[2];
  unsigned char old = __atomic_exchange_n(&swapped, in[3], __ATOMIC_SEQ_CST);
  ASK(old == 'x');                                                                // taint: 2
  ASK(swapped == 'x');                                                            // taint: 3
  compared = in[4];
  unsigned char same = 9;
  __atomic_compare_exchange_n(&compared, &same, in[5], 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  ASK(compared == 'x');                                                           // taint: 4-5
  numbers choice = (numbers)(in[6]) - 20, a = (numbers)(one), b = (numbers)(two);
  numbers chosen = choice ? a : b;
  ASK(chosen[0] == 77);                                                           // taint: 6
}
