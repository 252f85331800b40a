// One letter chooses who works: a linked library, the other one, a library loaded at run time, or nobody.
#include <dlfcn.h>
#include <stdio.h>
int first(int c);
int second(int c);
int main(int argc, char **argv) {
  int c = getchar();
  int r = 0;
  if (c == 'a') r = first(c);
  if (c == 'b') r = second(c);
  if (c == 'p' || c == 'q') {
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) return 2;
    int (*late)(int) = (int (*)(int))dlsym(library, "late");
    r = late(c);
    dlclose(library);
  }
  printf("%d\n", r);
  return 0;
}
