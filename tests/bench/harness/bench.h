/* Between the parts of a benchmark program. */

#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The target. */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* The counters of a build, for those that can show them: one of counters_*.c. */
void counters_reset(void);
/* All of them, as they lie in memory. */
void counters_write(FILE *out);
/* What they are, as text. */
void counters_layout(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
