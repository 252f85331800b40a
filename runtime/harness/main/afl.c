/* `main` for fuzzers with AFL's protocol: many test cases in one process (persistent mode), from shared memory. Without
   a fuzzer it runs files.

   The macros are AFL++'s, as fz defines them for every harness. They contain the strings by which the fuzzer recognises
   a persistent and deferred target. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* After this many test cases a new process begins, so that leaks of the harness do not add up for ever. */
#define PASSES 10000

FZ_WEAK(__afl_sharedmem_fuzzing);
FZ_WEAK(__afl_fuzz_ptr);
FZ_WEAK(__afl_fuzz_len);

/* The runtime's constructor reads the variable, so this comes before it. */
__attribute__((constructor)) static void share_test_cases(void) {
    if (&__afl_sharedmem_fuzzing) {
        __afl_sharedmem_fuzzing = 1;
    }
}

int main(int argc, char **argv) {
    if (!getenv(FZ_SHM_ID)) {
        return fz_run_arguments(argc, argv);
    }
    fz_initialize(&argc, &argv);
    __AFL_INIT();
    const char *file = argc > 1 ? argv[argc - 1] : NULL;
    while (__AFL_LOOP(PASSES)) {
        int answer;
        if (&__afl_fuzz_ptr && __afl_fuzz_ptr) {
            answer = fz_run(__afl_fuzz_ptr, *__afl_fuzz_len);
        } else {
            struct fz_input input;
            if (!fz_read_file(file, &input)) {
                return 1;
            }
            answer = fz_run(input.data, input.size);
            free(input.data);
        }
        if (answer == FZ_REJECTED) {
            __AFL_COVERAGE_SKIP();
        }
        if (fz_leaked()) {
            _exit(FZ_LEAK_EXIT);
        }
    }
    return 0;
}
