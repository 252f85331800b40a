/* Nothing but how deep it goes tells inputs apart that go deeper than a counter counts. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int ends;

static void down(const uint8_t *text, size_t size, int depth) {
    if (depth > 700) {
        abort();
    }
    if (size && *text == 'a' + depth % 4) {
        down(text + 1, size - 1, depth + 1);
    }
    ends++;
}

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t size) {
    down(text, size, 0);
    return 0;
}
