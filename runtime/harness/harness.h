/* What the harness mains share. They host a harness and are not part of the target: they are linked from an archive if
   nothing else defines `main`, are never instrumented, and use plain libc.

   Functions of sanitizers' runtimes are declared weak: most programs have none. */
#ifndef FZ_HARNESS_H
#define FZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fz_abi.h"

/* The harness. The first function is required: a link without it fails, naming it. */
__attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((visibility("default"), weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Calls the harness's LLVMFuzzerInitialize, if it has one. */
void fz_initialize(int *argc, char ***argv);

/* Runs the harness on a copy that ends where the input ends, so that a sanitizer detects reads beyond it. Returns what
   the harness returns: FZ_REJECTED for an input that should not be kept. */
int fz_run(const uint8_t *data, size_t size);

#define FZ_REJECTED -1

/* Whether the last run has leaked memory, if a sanitizer checks for leaks. The leak has been reported then. */
bool fz_leaked(void);
/* The exit status of LeakSanitizer. */
#define FZ_LEAK_EXIT 23

/* Reads a descriptor, or a file, to its end; `name` null: stdin. The caller frees `data`. On failure prints a message
   to stderr and returns false. */
struct fz_input {
    uint8_t *data;
    size_t size;
};
bool fz_read(int fd, struct fz_input *input);
bool fz_read_file(const char *name, struct fz_input *input);

/* Without an engine: runs the harness on files, folders or stdin, as the arguments say. Returns the exit status. */
int fz_run_arguments(int argc, char **argv);

#endif
