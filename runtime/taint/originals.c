/* Finds the functions that interposers replace. */
#include "originals.h"

#include <dlfcn.h>
#include <errno.h>

void *original(void **known, const char *name) {
    void *function = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (LIKELY(function))
        return function;
    int before = errno;
    function = dlsym(RTLD_NEXT, name);
    errno = before;
    __atomic_store_n(known, function, __ATOMIC_RELAXED);
    return function;
}

void originals_start(void) {
    void *move = NULL, *set = NULL;
    allocate_start();
    shadow_moves_by(original(&move, "memmove"), original(&set, "memset"));
}
