// Memory that is used again is clean; memory that grows keeps its labels.
// input: "0123456789abcdef"

#include "input.h"

__attribute__((noinline)) static void fill(void) {
  unsigned char bytes[64];
  for (int i = 0; i < 64; i++) bytes[i] = in[i & 15];
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

__attribute__((noinline)) static void look(void) {
  unsigned char bytes[64];
  __asm__ volatile("" : : "r"(bytes) : "memory");
  ASK(bytes[3] == 'x');          // taint: nothing
}

int main(int count, char **words) {
  input(words);
  fill();
  look();
  unsigned char *block = malloc(32);
  memcpy(block, in, 16);
  block = realloc(block, 4096);
  ASK(block[5] == 'x');          // taint: 5
  free(block);
  block = malloc(4096);
  ASK(block[5] == 'x');          // taint: nothing
  free(block);
  block = malloc(32);
  memcpy(block, in, 16);
  free(block);
  block = calloc(1, 32);
  ASK(block[5] == 'x');          // taint: nothing
  memcpy(block, in, 16);
  memset(block, 0, 8);
  ASK(block[5] == 'x');          // taint: nothing
  ASK(block[9] == 'x');          // taint: 9
  memset(block, in[3], 8);
  ASK(block[5] == 'x');          // taint: 3
  memmove(block + 1, block + 8, 8);
  ASK(block[2] == 'x');          // taint: 9
  in[2] = 'y';
  ASK(in[2] == 'x');             // taint: nothing
}
