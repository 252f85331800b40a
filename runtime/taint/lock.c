/* Spin locks: held for some dozen instructions, and never in a child of `fork`. */
#include <sched.h>

#include "taint.h"

static _Thread_local __attribute__((tls_model("initial-exec"))) volatile unsigned taken_here;
static unsigned taken;

bool lock_take(enum lock lock) {
    /* A signal handler that interrupts the holder would wait for ever. */
    if (taken_here & lock)
        return false;
    taken_here |= lock;
    for (int turn = 0; __atomic_fetch_or(&taken, lock, __ATOMIC_ACQUIRE) & lock; turn++) {
        __builtin_ia32_pause();
        if (turn % 256 == 255)
            sched_yield();
    }
    return true;
}

void lock_give(enum lock lock) {
    __atomic_fetch_and(&taken, ~(unsigned)lock, __ATOMIC_RELEASE);
    taken_here &= ~(unsigned)lock;
}
