// Each kind of site.
// input: "\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"

#include "input.h"

__attribute__((noinline)) static int one(int a) { return a + 1; }
__attribute__((noinline)) static int two(int a) { return a + 2; }
static int (*const functions[4])(int) = {one, two, one, two};
static volatile int kept;
static int table[16] = {5, 7};

int main(int count, char **words) {
  input(words);
  switch (in[0]) { // taint[switch]: 0
  case 1: hit(); break;
  case 2: kept = 3; break;
  case 20: kept = 4; break;
  case 21: kept = 5; break;
  case 99: kept = 7; break;
  }
  kept = functions[in[1] & 3](3);      // taint[callee]: 1
  kept = 1000 / in[2];                 // taint[divisor]: 2
  kept = 1000 % in[3];                 // taint[divisor]: 3
  void *block = malloc(in[4] * 8);     // taint[allocation]: 4
  char bytes[32] = {1};
  memcpy(block, bytes, in[5]);         // taint[length]: 5
  kept = table[in[6]];                 // taint[index]: 6
  kept = 1 << in[7];                   // taint[shift]: 7
  int a = in[8] * 3, b = in[9] * 5;
  kept = a < b ? a : b;                // taint: 8 | 9
  ASK(memcmp(in, "\x02\x04", 2) == 0); // taint: 0-1
  ASK((double)in[8] < 0.5);            // taint: 8
  ASK(strcmp((char *)in + 2, "\x04\x05x") == 0); // taint[call]: 2-5
  __asm__ volatile("" : : "r"(block), "r"(table) : "memory");
}
