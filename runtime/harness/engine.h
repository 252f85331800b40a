/* What an engine that lives in the program's own process has to do. `program.c` and `compares.c` call it; the one file in
   `engine/` that is linked with them answers.

   An engine also defines the wrappers (`--wrap`) of those callbacks that it treats in its own way:
   `__sanitizer_cov_trace_cmp2`, `__sanitizer_cov_trace_const_cmp2` and `__sanitizer_cov_trace_switch`. */
#ifndef FZ_ENGINE_H
#define FZ_ENGINE_H

#include "compares.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs the engine, which calls `one` for each input. What it returns is the program's exit status. */
int fz_engine_run(int argc, char **argv, int (*one)(const uint8_t *data, size_t size));

/* Whether the engine wants to know what the next run compares. */
bool fz_engine_wants_compares(void);
/* In the process of a run, before it begins: whether compares are wanted. */
void fz_engine_open_compares(bool are_wanted);

/* In the process of a run, before it begins: the stack is measured from here. */
void fz_engine_begin_depth(void);
/* The same, at its end: how deep the stack was since, in bytes. */
uint64_t fz_engine_depth(void);
/* In the engine's process, once the run has ended: how deep its stack was. */
void fz_engine_tell_depth(uint64_t depth);

/* Replays two numbers to the engine. `data` is the input of the run that has compared them. */
void fz_engine_tell_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size);
/* Does what is to be done with two texts besides the engine's own callback, which was called. They differ, or do not, in
   their first `length` bytes. */
void fz_engine_tell_text(const struct fz_compare *compare, size_t length, bool differ, const uint8_t *data, size_t size);

#endif
