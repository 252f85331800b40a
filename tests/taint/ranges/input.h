// What the programs share: the file that their argument names, and a place for a condition to lead to.

#ifndef INPUT_H
#define INPUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char in[256];
static size_t size;

static inline void input(char **words) {
  FILE *file = fopen(words[1], "rb");
  size = fread(in, 1, sizeof in, file);
  fclose(file);
}

__attribute__((noinline)) static void hit(void) { __asm__ volatile(""); }

// A condition that stays one.
#define ASK(condition)                                                                                                 \
  if (condition)                                                                                                       \
  hit()

#endif
