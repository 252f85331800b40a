// The listings of the paper on controlled compilation, and relatives of theirs: each takes its numbers from the input.

#include <stdint.h>
#include <string.h>

extern volatile int reached;

static int32_t word(const uint8_t *in, int n) {
  int32_t value;
  memcpy(&value, in + 4 * n, 4);
  return value;
}

// Listing 1: two conditions, of which the second can be evaluated whatever the first says.
int listing1(const uint8_t *in) {
  int x = word(in, 0), y = word(in, 1), result = 0;
  if (x == 0x11223344) {
    int w = x + y;
    if (y == 0x05667788) {
      int z = x + y;
      result = z + w;
    }
  }
  return result;
}

// Listing 4: a switch that becomes a table, or arithmetic.
int listing4(const uint8_t *in) {
  switch (word(in, 0)) {
  case 1:
    return 123;
  case 2:
    return 456;
  case 3:
    return 789;
  default:
    return 0;
  }
}

// Listing 5: three compares that become one.
int listing5(const uint8_t *in) {
  int x = word(in, 0), y = word(in, 1), z = word(in, 2);
  if (x == 0x01 && y == 0x02 && z == 0x03)
    reached = 1;
  return reached;
}

// Listing 10: two bytes.
int listing10(const uint8_t *in) {
  int16_t a;
  memcpy(&a, in, 2);
  if (a == 0x1234)
    reached = 1;
  return reached;
}

// Listing 12: one byte, which C promotes to four. Any other way of comparing takes steps that tell nothing.
int listing12(const uint8_t *in) {
  int8_t a = (int8_t)in[0];
  if (a == 0x5a)
    reached = 1;
  return reached;
}

// Listing 18: a state machine with large numbers.
int listing18(const uint8_t *in) {
  switch (word(in, 0)) {
  case 1218:
  case 1990:
  case 2071:
    return 1;
  default:
    return 0;
  }
}

// Without a branch in the source, or in what clang makes of it.
int chosen(const uint8_t *in) {
  int x = word(in, 0), y = word(in, 1);
  int a = x == 0x11223344 ? 3 : 4;
  return a + (y == 0x55667788);
}

int joined(const uint8_t *in) {
  if ((word(in, 0) == 0x11223344) & (word(in, 1) == 0x55667788))
    reached = 1;
  return reached;
}

int summed(const uint8_t *in) {
  int n = 0;
  n += in[0] == 'f';
  n += in[1] == 'u';
  n += in[2] == 'z';
  return n;
}

int ordered(const uint8_t *in) {
  uint32_t x;
  memcpy(&x, in, 4);
  return x >= 0x11223344 && x <= 0x11223346;
}
