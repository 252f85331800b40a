/* `main` for libFuzzer, which sets the harness up itself. */
#include "harness.h"

extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *, size_t));

/* `program.c` asks. */
const char fz_drives_harness = 1;

int main(int argc, char **argv) {
    return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);
}
