/* `main` for LibAFL in the same process. Arguments that are not options are inputs to run once. */
#include "harness.h"

#include <stdlib.h>

/* `program.c` refers to the symbol; `fz fuzz` searches for the text, which survives strip. */
const char fz_drives_harness[] = FZ_HARNESS_MARK;

int main(int argc, char **argv) {
    bool has_options = argc > 1 && argv[1][0] == '-' && argv[1][1];
    if (argc > 1 && !has_options) {
        return fz_run_arguments(argc, argv);
    }
    fz_initialize(&argc, &argv);
    return fz_libafl_main(argc, argv, fz_run);
}
