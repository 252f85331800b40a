// Loads plugins in changing order, and calls before, between and after.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef ROUNDS
#define ROUNDS 100
#endif
__attribute__((noinline)) int host_leaf(int x) { return x > 7 ? x + 10 : 20 - x; }
static __attribute__((noinline)) int own(int x) { return x > 2 ? host_leaf(x) : host_leaf(x + 1) + 1; }
typedef int (*work)(int);
typedef int (*sort)(int *, int);

static void *load(char name) {
  char file[] = "./plugin_?.so";
  file[9] = name;
  void *handle = dlopen(file, RTLD_NOW);
  if (!handle)
    puts(dlerror()), exit(1);
  return handle;
}

static int use(void *handle, char name, int x) {
  char symbol[] = "?_entry", sorter[] = "?_sort";
  symbol[0] = sorter[0] = name;
  int numbers[] = {x, 5, 3, x + 2, 9};
  return ((work)dlsym(handle, symbol))(x) + ((sort)dlsym(handle, sorter))(numbers, 5) + own(x);
}

int main(void) {
  int s = own(1);
  for (int i = 0; i < ROUNDS; i++) {
    char first = i % 3 ? 'p' : 'q', second = i % 3 ? 'q' : 'p';
    void *a = load(first);
    s += use(a, first, i) + own(i);
    void *b = load(second);
    s += use(a, first, i + 1) + use(b, second, i + 2);
    // The one that was there first goes first, or last.
    dlclose(i % 2 ? a : b);
    s += own(i);
    s += i % 2 ? use(b, second, i) : use(a, first, i);
    if (i % 5 == 0) {
      void *again = load(i % 2 ? first : second);
      s += use(again, i % 2 ? first : second, i);
      dlclose(again);
    }
    dlclose(i % 2 ? b : a);
    s = s % 100003 + own(i);
  }
  printf("%d\n", s);
  return 0;
}
