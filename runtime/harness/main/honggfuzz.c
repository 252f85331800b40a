/* `main` for honggfuzz: its persistent loop. HonggfuzzMain is not used, because its object defines a weak harness, so
   that a missing one would be noticed only at run time, and because it takes a rejected input for an error. `xtask
   setup --engines` leaves that object out.

   The counting hooks are weak: not every version has all of them. */
#include "harness.h"

#include <stdlib.h>

extern bool fetchIsInputAvailable(void);
extern void HonggfuzzFetchData(const uint8_t **data, size_t *size);
__attribute__((weak)) void performanceCheck(void);
__attribute__((weak)) void instrumentClearNewCov(void);
__attribute__((weak)) void instrumentResetLocalCovFeedback(void);
__attribute__((weak)) void instrumentResetStackDepth(void);
__attribute__((weak)) void instrument8BitCountersCount(void);
__attribute__((weak)) void instrumentCheckStackDepth(void);

static void call(void (*hook)(void)) {
    if (hook) {
        hook();
    }
}

int main(int argc, char **argv) {
    if (!fetchIsInputAvailable()) {
        return fz_run_arguments(argc, argv);
    }
    fz_initialize(&argc, &argv);
    call(instrumentClearNewCov);
    for (;;) {
        const uint8_t *data;
        size_t size;
        call(performanceCheck);
        HonggfuzzFetchData(&data, &size);
        call(instrumentResetLocalCovFeedback);
        call(instrumentResetStackDepth);
        fz_run(data, size);
        call(instrument8BitCountersCount);
        call(instrumentCheckStackDepth);
    }
}
