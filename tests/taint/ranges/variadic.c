// Arguments that have no names: in registers, and behind these in memory.
// input: "0123456789abcdefghijklmnop"

#include <stdarg.h>

#include "input.h"

struct pair {
  long a, b, c;
};

__attribute__((noinline)) static void look(int fixed, ...) {
  va_list list, again;
  va_start(list, fixed);
  va_copy(again, list);
  ASK(fixed == 7);                          // taint: 0
  ASK(va_arg(list, int) == 7);              // taint: 1
  ASK(va_arg(list, long) == 7);             // taint: 2
  ASK(va_arg(list, double) == 7);           // taint: 3
  ASK(va_arg(list, struct pair).b == 7);    // taint: 5
  ASK(va_arg(list, int) == 7);              // taint: nothing
  ASK(va_arg(list, int) == 7);              // taint: 7
  ASK(va_arg(list, int) == 7);              // taint: 8
  ASK(va_arg(list, int) == 7);              // taint: 9
  ASK(va_arg(list, int) == 7);              // taint: 10
  ASK(va_arg(list, long double) == 7);      // taint: 11
  va_end(list);
  ASK(va_arg(again, int) == 7);             // taint: 1
  va_end(again);
}

static int last(const char *format, va_list list) {
  int value = 0;
  for (; *format; format++) value = va_arg(list, int);
  return value;
}

__attribute__((noinline)) static int through(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int value = last(format, list);
  va_end(list);
  return value;
}

int main(int count, char **words) {
  input(words);
  struct pair pair = {in[4], in[5], in[6]};
  look(in[0], (int)in[1], (long)in[2], (double)in[3], pair, 5, (int)in[7], (int)in[8], (int)in[9], (int)in[10],
       (long double)in[11]);
  ASK(through("iiiiiii", in[1], in[2], in[3], in[4], in[5], in[6], in[12]) == 7); // taint: 12
  ASK(through("ii", in[1], 6) == 7); // taint: nothing
}
