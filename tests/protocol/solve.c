/* What trying does not find: a 64-bit compare of a transformed input, then a string. HOOKED: the string compare is told
   of by hand, for clang tells of none. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __cmplog_rtn_hook_str(const char *, const char *);

int main(void) {
  static char data[64];
  uint64_t number;
  if (read(0, data, sizeof data - 1) < 24) return 1;
  memcpy(&number, data, sizeof number);
  if ((number ^ 0x5af1e2d3c4b5a697) + 0x1234567 != 0x89abcdef12345678) return 0;
#ifdef HOOKED
  __cmplog_rtn_hook_str(data + 8, "transform");
#endif
  if (strcmp(data + 8, "transform") == 0) abort();
  return 0;
}
