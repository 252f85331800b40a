#include <unistd.h>
volatile int sum;
__attribute__((constructor)) static void first(void) { sum = 1; }
static void prepares(void) { sum++; }
static void looks(const char *text) { if (*text == 'x') sum++; }
#ifdef HARNESS
int LLVMFuzzerInitialize(int *count, char ***words) { prepares(); return 0; }
int LLVMFuzzerTestOneInput(const char *text, unsigned long size) { if (size) looks(text); return 0; }
#else
int main(void) {
  char text[2];
  prepares();
  __AFL_INIT();
  if (read(0, text, 2) > 0) looks(text);
  return 0;
}
#endif
