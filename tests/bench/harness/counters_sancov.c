/* Clang's -fsanitize-coverage=inline-8bit-counters: one array per linked image. */

#include <string.h>

#include "bench.h"

static char *begin, *end;

/* Called once per object file, always with the image's whole array. */
void __sanitizer_cov_8bit_counters_init(char *start, char *stop) {
  begin = start;
  end = stop;
}

void counters_reset(void) { memset(begin, 0, (size_t)(end - begin)); }
void counters_write(FILE *out) { fwrite(begin, 1, (size_t)(end - begin), out); }
void counters_layout(FILE *out) { fprintf(out, "%zu\n", (size_t)(end - begin)); }
