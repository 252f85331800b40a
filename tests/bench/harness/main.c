/* What `cargo xtask bench edges` runs around a target: it parses files in-process. Compiled by plain clang for every
   build, so that builds differ in the target alone. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct input {
  unsigned char *data;
  size_t size;
};

/* A buffer of exactly the input's size, so that AddressSanitizer sees the end. */
static struct input input_from(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  long size = ftell(file);
  rewind(file);
  struct input input = {malloc(size ? (size_t)size : 1), (size_t)size};
  if (!input.data || fread(input.data, 1, input.size, file) != input.size) {
    perror(path);
    exit(2);
  }
  fclose(file);
  return input;
}

/* Every file, ROUNDS times. */
static int loop(long rounds, char **files, int count) {
  struct input *inputs = malloc(sizeof *inputs * (size_t)count);
  for (int i = 0; i < count; i++)
    inputs[i] = input_from(files[i]);
  for (long round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++)
      LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].size);
  return 0;
}

/* For each file that a line of standard input names: the counters after it alone, on standard output. */
static int counters(void) {
  char path[4096];
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = 0;
    struct input input = input_from(path);
    counters_reset();
    LLVMFuzzerTestOneInput(input.data, input.size);
    counters_write(stdout);
    free(input.data);
  }
  return fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "layout"))
    return counters_layout(stdout), 0;
  if (argc == 2 && !strcmp(argv[1], "counters"))
    return counters();
  if (argc > 3 && !strcmp(argv[1], "loop"))
    return loop(atol(argv[2]), argv + 3, argc - 3);
  fprintf(stderr, "usage: %s loop ROUNDS FILE... | layout | counters <LIST\n", argv[0]);
  return 2;
}
