/* What the harness mains share. They are the host of a harness, not part of the target: linked in from an archive where
   nobody else defines `main`, never instrumented, and plain libc.

   What a sanitizer's runtime offers is declared weak: most programs have none. */
#ifndef FZ_HARNESS_H
#define FZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fz_abi.h"

/* The harness. The first has to be there, or the link fails by its name. */
__attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((visibility("default"), weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Lets the harness set itself up, if it wants to. */
void fz_initialize(int *argc, char ***argv);

/* Runs the harness on a copy that ends where the input ends, so that a sanitizer sees a read behind it. What the
   harness returns: FZ_REJECTED for an input that is not to be kept. */
int fz_run(const uint8_t *data, size_t size);

#define FZ_REJECTED -1

/* Whether the last run has lost memory, where a sanitizer looks for that. It has reported then. */
bool fz_leaked(void);
/* How LeakSanitizer ends a program. */
#define FZ_LEAK_EXIT 23

/* All that a descriptor, or a file, holds; `name` null: stdin. `data` is to be freed. False: said on stderr. */
struct fz_input {
    uint8_t *data;
    size_t size;
};
bool fz_read(int fd, struct fz_input *input);
bool fz_read_file(const char *name, struct fz_input *input);

/* Without an engine: the harness over files, folders or stdin, as the arguments say. The program's exit status. */
int fz_run_arguments(int argc, char **argv);

#endif
