/* `main` for libFuzzer, which initialises the harness itself. */
#include "harness.h"

#include <stdlib.h>

extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *, size_t));
/* Defined in `threads.c`, which is linked with ThreadSanitizer. */
__attribute__((weak)) extern volatile bool fz_report_waits, fz_has_reported;

/* `program.c` refers to the symbol; `fz fuzz` searches for the text, which survives strip. */
const char fz_drives_harness[] = FZ_HARNESS_MARK;

static int one(const uint8_t *data, size_t size) {
    int answer = LLVMFuzzerTestOneInput(data, size);
    if (&fz_has_reported && fz_has_reported) {
        abort();
    }
    return answer;
}

int main(int argc, char **argv) {
    if (&fz_report_waits) {
        fz_report_waits = true;
    }
    return LLVMFuzzerRunDriver(&argc, &argv, one);
}
