/* `main` without a fuzzer. */
#include "harness.h"

int main(int argc, char **argv) {
    return fz_run_arguments(argc, argv);
}
