/* What an engine in the program's own process has to provide. `program.c` and `compares.c` call it; the one file of
   `engine/` that is linked with them implements it.

   An engine also defines the wrappers (`--wrap`) of the callbacks that it treats specially:
   `__sanitizer_cov_trace_cmp2`, `__sanitizer_cov_trace_const_cmp2` and `__sanitizer_cov_trace_switch`. */
#ifndef FZ_ENGINE_H
#define FZ_ENGINE_H

#include "compares.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs the engine, which calls `one` for each input. Returns the program's exit status. */
int fz_engine_run(int argc, char **argv, int (*one)(const uint8_t *data, size_t size));

/* Whether the engine wants the compares of the next run. */
bool fz_engine_wants_compares(void);
/* In the process of a run, before it begins: turns compares on or off. */
void fz_engine_open_compares(bool are_wanted);

/* In the process of a run, before it begins: measures the stack from here. */
void fz_engine_begin_depth(void);
/* The same, at its end: how deep the stack was since then, in bytes. */
uint64_t fz_engine_depth(void);
/* In the engine's process, after the run: reports how deep its stack was. */
void fz_engine_tell_depth(uint64_t depth);

/* Replays two numbers to the engine. `data` is the input of the run that compared them. */
void fz_engine_tell_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size);
/* Called after the engine's own callback for two texts, for anything more that the engine needs. `differ`: whether they
   differ in their first `length` bytes. */
void fz_engine_tell_text(const struct fz_compare *compare, size_t length, bool differ, const uint8_t *data, size_t size);

#endif
