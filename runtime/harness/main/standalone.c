/* `main` without a fuzzer. */
#include "harness.h"

/* Says what drives the program. */
__attribute__((used)) const char fz_drives_harness[] = FZ_HARNESS_MARK;

int main(int argc, char **argv) {
    return fz_run_arguments(argc, argv);
}
