#include <stdio.h>
#include <string.h>
int in_archive(int), in_cxx(int), from_asm(int), in_part(int), in_object(int), in_library(int), weak(void), common;
extern const char *order[]; extern int ordered;
static int helper(int x) { return x + 1; }
__attribute__((constructor)) static void begin(void) { order[ordered++] = "main"; }
__attribute__((weak)) int weak(void) { return 1; }
int main(int argc, char **argv) {
  int x = argc + (int)strlen(argv[1]);
  printf("%d %d %d %d %d %d %d %d %d\n", helper(x), in_archive(x), in_cxx(x), from_asm(x), in_part(x), in_object(x),
         in_library(x), weak(), common);
  for (int i = 0; i < ordered; i++) puts(order[i]);
  return 7;
}
