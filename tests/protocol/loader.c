/* Loads libraries as stdin says: 'p' and 'q' are ./libp.so and ./libq.so, then a byte: how often the
   loop runs. '!' unloads the last one. With DEFERRED, libp.so is there before the fork server; with
   UNLOADED, it was there. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  unsigned char command, n;
  void *library = NULL;
#ifdef DEFERRED
  library = dlopen("./libp.so", RTLD_NOW);
#ifdef UNLOADED
  if (library == NULL || dlclose(library) != 0) return 5;
#endif
  __AFL_INIT();
#endif
  while (read(0, &command, 1) == 1) {
    char path[] = "./lib?.so", symbol[] = "spin_?";
    union {
      void *address;
      void (*call)(int);
    } spin;
    if (command == '!') {
      if (library == NULL || dlclose(library) != 0) return 2;
      library = NULL;
      continue;
    }
    path[5] = symbol[5] = (char)command;
    library = dlopen(path, RTLD_NOW);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 3;
    }
    spin.address = dlsym(library, symbol);
    if (spin.address == NULL || read(0, &n, 1) != 1) return 4;
    spin.call(n);
  }
  return 0;
}
