// Loads the plugin, as a library of others would.
#include <dlfcn.h>

int host(int n) {
  void *library = dlopen("./plugin.so", RTLD_NOW);
  int (*spin)(int) = library ? (int (*)(int))dlsym(library, "spin") : 0;
  return spin ? spin(n) : -1;
}
