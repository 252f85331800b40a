// What is thrown takes its labels along.
// input: "0123456789"

#include <stdexcept>
#include <string>

#include "input.h"

struct Wrong {
  int code;
  unsigned char byte;
};

__attribute__((noinline)) static int check(int value, unsigned char byte) {
  if (value > 3) throw Wrong{value, byte}; // taint: 4
  return value;
}

__attribute__((noinline)) static void number(int value) {
  if (value > 3) throw value; // taint: 6
}

struct Guard {
  unsigned char *to, byte;
  ~Guard() { *to = byte; }
};

int main(int count, char **words) {
  input(words);
  unsigned char left = 0;
  try {
    Guard guard{&left, in[7]};
    check(in[4], in[5]);
  } catch (const Wrong &wrong) {
    ASK(wrong.code == 7);       // taint: 4
    ASK(wrong.byte == 'x');     // taint: 5
  }
  ASK(left == 'x');             // taint: 7
  try {
    number(in[6]);
  } catch (int value) {
    ASK(value == 7);            // taint: 6
  }
  try {
    throw std::runtime_error(std::string((char *)in, 9));
  } catch (const std::exception &error) {
    ASK(error.what()[8] == 'x'); // taint: 8
  }
}
