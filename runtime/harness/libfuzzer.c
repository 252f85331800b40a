/* `main` for libFuzzer, which sets the harness up itself. */
#include "harness.h"

extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *, size_t));

/* `program.c` asks for the symbol, `fz fuzz` for the text, which strip leaves. */
const char fz_drives_harness[] = FZ_HARNESS_MARK;

int main(int argc, char **argv) {
    return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);
}
