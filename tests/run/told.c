// Prints what it is told of compares, a line each: the callback, its operands, and whether the call site is a new one.

#include <stdint.h>
#include <stdio.h>

void __fz_compares_init(unsigned char *begin, unsigned char *end) {
  while (begin < end)
    *begin++ = 1;
}

static int is_new(void *site) {
  static void *seen[64];
  for (int at = 0; at < 64; at++) {
    if (seen[at] == site)
      return 0;
    if (!seen[at]) {
      seen[at] = site;
      return 1;
    }
  }
  return 0;
}

#define SITE (is_new(__builtin_return_address(0)) ? "" : " again")
#define PAIR(name, type)                                                                                                \
  void name(type a, type b) { printf(#name " %llx %llx%s\n", (unsigned long long)a, (unsigned long long)b, SITE); }
PAIR(__sanitizer_cov_trace_cmp1, uint8_t)
PAIR(__sanitizer_cov_trace_cmp2, uint16_t)
PAIR(__sanitizer_cov_trace_cmp4, uint32_t)
PAIR(__sanitizer_cov_trace_cmp8, uint64_t)
PAIR(__sanitizer_cov_trace_const_cmp1, uint8_t)
PAIR(__sanitizer_cov_trace_const_cmp2, uint16_t)
PAIR(__sanitizer_cov_trace_const_cmp4, uint32_t)
PAIR(__sanitizer_cov_trace_const_cmp8, uint64_t)

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  printf("%s %llx of", __func__, (unsigned long long)value);
  for (uint64_t at = 0; at < cases[0]; at++)
    printf(" %llx", (unsigned long long)cases[at + 2]);
  printf("%s\n", SITE);
}
void __sanitizer_cov_trace_div4(uint32_t divisor) { printf("%s %x%s\n", __func__, divisor, SITE); }
void __sanitizer_weak_hook_strcmp(void *pc, const char *a, const char *b, int result) {
  printf("%s %s %s %d%s%s\n", __func__, a, b, result, SITE, pc ? "" : " nowhere");
}
void __sanitizer_weak_hook_memcmp(void *pc, const void *a, const void *b, size_t n, int result) {
  printf("%s %.*s %.*s %d%s%s\n", __func__, (int)n, a, (int)n, b, result, SITE, pc ? "" : " nowhere");
}

#define LOG(name, type)                                                                                                 \
  void name(type a, type b, uint8_t attribute) {                                                                       \
    printf(#name " %llx %llx %d%s\n", (unsigned long long)a, (unsigned long long)b, attribute, SITE);                  \
  }
LOG(__cmplog_ins_hook1, uint8_t)
LOG(__cmplog_ins_hook2, uint16_t)
LOG(__cmplog_ins_hook4, uint32_t)
LOG(__cmplog_ins_hook8, uint64_t)
LOG(__cmplog_ins_hook16, __uint128_t)
void __cmplog_rtn_hook(const char *a, const char *b) { printf("%s %s %s%s\n", __func__, a, b, SITE); }
void __cmplog_rtn_hook_str(const char *a, const char *b) { printf("%s %s %s%s\n", __func__, a, b, SITE); }
void __cmplog_rtn_hook_n(const char *a, const char *b, uint64_t n) {
  printf("%s %.*s %.*s%s\n", __func__, (int)n, a, (int)n, b, SITE);
}
