/* A harness with a custom mutator refers to libFuzzer's mutator. Engines other than libFuzzer never call it. */
#include "harness.h"

__attribute__((visibility("default"), weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room) {
    (void)data, (void)room;
    return size;
}
