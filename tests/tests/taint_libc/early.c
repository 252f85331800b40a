// Looks for a function that there is not, before anything has been freed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

__attribute__((constructor(101))) static void first(void) {
  dlsym(RTLD_NEXT, "nothing_is_called_so");
  dlerror();
}

int main(void) {
  free(malloc(3));
  return 0;
}
