/* honggfuzz's other way to fetch inputs, for programs with their own `main`; `main/honggfuzz.c` says why it is here. */
#include <stddef.h>
#include <stdint.h>

extern void HonggfuzzFetchData(const uint8_t **data, size_t *size);

__attribute__((visibility("default"))) void HF_ITER(const uint8_t **data, size_t *size) {
    HonggfuzzFetchData(data, size);
}
