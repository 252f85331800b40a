/* The smoke test as a harness. */
#include "look.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    look(data, size);
    return 0;
}
