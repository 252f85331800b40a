// The same in a library that is initialised before the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

__attribute__((constructor)) static void first(void) {
  dlsym(RTLD_NEXT, "nothing_is_called_so");
  dlerror();
  free(malloc(10));
}

int seven(void) { return 7; }
