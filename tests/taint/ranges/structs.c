// Structures by value: in registers, in memory, as results.
// input: "0123456789abcdefghijklmnopqrstuvwxyz"

#include "input.h"

struct small {
  int a;
  unsigned char b, c;
};

struct mixed {
  double real;
  long number;
};

struct large {
  unsigned char bytes[40];
  int number;
};

__attribute__((noinline)) static struct small make(int a, unsigned char b) { return (struct small){a, b, 5}; }
__attribute__((noinline)) static struct mixed mix(double a, long b) { return (struct mixed){a, b}; }

__attribute__((noinline)) static struct large grow(struct large from, int number) {
  from.number = number;
  from.bytes[1] = from.bytes[7];
  return from;
}

__attribute__((noinline)) static void look(struct small small, struct mixed mixed) {
  ASK(small.a == 7);             // taint: 1
  ASK(small.b == 7);             // taint: 2
  ASK(small.c == in[0]);         // taint: 0
  ASK(mixed.real == 7);          // taint: 3
  ASK(mixed.number == 7);        // taint: 4
}

int (*made[])(int) = {abs};

int main(int count, char **words) {
  input(words);
  look(make(in[1], in[2]), mix(in[3], in[4]));
  struct large large = {.number = 3};
  memcpy(large.bytes, in, 36);
  large = grow(large, in[9]);
  ASK(large.number == 7);        // taint: 9
  ASK(large.bytes[1] == 'x');    // taint: 7
  ASK(large.bytes[7] == 'x');    // taint: 7
  ASK(large.bytes[39] == in[0]); // taint: - | 0
  struct large row[2] = {large, {.number = in[10]}};
  ASK(row[1].number == 7);       // taint: 10
  ASK(row[0].number == 8);       // taint: 9
}
