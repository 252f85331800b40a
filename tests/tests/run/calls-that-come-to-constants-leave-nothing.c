#include <string.h>
void nowhere(void);
static __attribute__((noinline)) void calls(int x) { if (x > 3) nowhere(); }
static inline int named(const char *n, int x) { if (!strcmp(n, "abc")) calls(x); return 0; }
static inline int differ(const void *a, const void *b, size_t n) { return memcmp(a, b, n) != 0; }
static inline int same(const char *a, const char *b) { return strcmp(a, b) == 0; }
char text[9];
int main(int argc, char **argv) {
  if (differ(argv[0], argv[1], 0)) nowhere();
  if (!same(argv[0], argv[0])) nowhere();
  if (strstr(text, "ab") == text) return 1;
  return named("xyz", argc);
}
