// Floating-point numbers have one label, in memory one for each byte.
// input: "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\xf0\x3f0123456789"

#include <math.h>

#include "input.h"

__attribute__((noinline)) static long double sum(long double a, long double b) { return a + b; }

int main(int count, char **words) {
  input(words);
  float numbers[2];
  memcpy(numbers, in, 8);
  ASK(numbers[0] == 7);                       // taint: 0-3
  ASK(numbers[0] + numbers[1] == 7);          // taint: 0-7
  double wide;
  memcpy(&wide, in + 8, 8);
  ASK(wide > 3);                              // taint: 8-15
  ASK((float)wide * numbers[1] > 3);          // taint: 4-15
  ASK((int)wide == 7);                        // taint: 8-15
  ASK(sqrt(wide) > 3);                        // taint: 8-15
  ASK(fabs(wide) > 3);                        // taint: 8-15
  long double long_one = in[20];
  ASK(sum(long_one, 1) == 7);                 // taint: 20
  ASK(sum(long_one, in[21]) == 7);            // taint: 20-21
  static volatile long double stored;
  stored = long_one;
  ASK(stored == 7);                           // taint: 20
  ASK((unsigned char)stored == 7);            // taint: 20
}
