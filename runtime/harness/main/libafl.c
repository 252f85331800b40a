/* `main` for LibAFL in the same process. Arguments that are no options are inputs to run once. */
#include "harness.h"

#include <stdlib.h>

extern int fz_libafl_main(int argc, char **argv, int (*one)(const uint8_t *, size_t));

/* `program.c` asks for the symbol, `fz fuzz` for the text, which strip leaves. */
const char fz_drives_harness[] = FZ_HARNESS_MARK;

int main(int argc, char **argv) {
    bool has_options = argc > 1 && argv[1][0] == '-' && argv[1][1];
    if (argc > 1 && !has_options) {
        return fz_run_arguments(argc, argv);
    }
    fz_initialize(&argc, &argv);
    return fz_libafl_main(argc, argv, fz_run);
}
