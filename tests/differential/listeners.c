// Listens to all compare feedback there is, and does nothing with it but look at it: what fz's passes pass is read as far
// as an engine may read it. Linked into programs that the differential compares, so that this code runs too.

#include <stddef.h>
#include <stdint.h>

// What listens to branch distances, which stands in a file of its own for other tests.
#include "gates.c"

// Whether somebody listens is the runtime's to say: from the start, in every image.
void __fz_compares_init(unsigned char *begin, unsigned char *end) {
  while (begin < end)
    *begin++ = 1;
}

// Opens the gates of what can be solved. Their code jumps from the start.
void __fz_climbs_init(unsigned char *begin, unsigned char *end, const struct patch *first, const struct patch *stop) {
  if (first == stop) __builtin_trap();
  while (begin < end)
    *begin++ = 1;
}

KEEPS void __fz_solved(unsigned char *gate) { *gate = 0; }

static volatile uint64_t heard;

static void hear(uint64_t value) { heard = heard * 31 + value; }

static void memory(const void *start, uint64_t length) {
  const volatile unsigned char *bytes = start;
  for (uint64_t at = 0; at < length && at < 64; at++)
    hear(bytes[at]);
}

static void text(const char *start, uint64_t most) {
  const volatile char *bytes = start;
  for (uint64_t at = 0; at < most && at < 64 && bytes[at]; at++)
    hear((unsigned char)bytes[at]);
}

#define PAIR(name, type)                                                                                                \
  void name(type a, type b) {                                                                                          \
    hear(a);                                                                                                           \
    hear(b);                                                                                                           \
  }
PAIR(__sanitizer_cov_trace_cmp1, uint8_t)
PAIR(__sanitizer_cov_trace_cmp2, uint16_t)
PAIR(__sanitizer_cov_trace_cmp4, uint32_t)
PAIR(__sanitizer_cov_trace_cmp8, uint64_t)
PAIR(__sanitizer_cov_trace_const_cmp1, uint8_t)
PAIR(__sanitizer_cov_trace_const_cmp2, uint16_t)
PAIR(__sanitizer_cov_trace_const_cmp4, uint32_t)
PAIR(__sanitizer_cov_trace_const_cmp8, uint64_t)

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  hear(value);
  for (uint64_t at = 1; at < cases[0]; at++)
    if (cases[at + 1] >= cases[at + 2] || cases[1] > 64)
      __builtin_trap();
}
void __sanitizer_cov_trace_div4(uint32_t divisor) { hear(divisor); }
void __sanitizer_cov_trace_div8(uint64_t divisor) { hear(divisor); }
void __sanitizer_cov_trace_gep(uintptr_t index) { hear(index); }

void __sanitizer_weak_hook_memcmp(void *pc, const void *a, const void *b, size_t n, int result) {
  memory(a, result || !n ? 1 : n);
  hear(result == 0 || result == 1 ? (uintptr_t)b + (uintptr_t)pc : (__builtin_trap(), 0));
}
static void strings(void *pc, const char *a, const char *b, uint64_t most, int differs) {
  text(a, most);
  text(b, most);
  hear((uintptr_t)pc + differs);
}
void __sanitizer_weak_hook_strcmp(void *pc, const char *a, const char *b, int result) {
  strings(pc, a, b, UINT64_MAX, result);
}
void __sanitizer_weak_hook_strcasecmp(void *pc, const char *a, const char *b, int result) {
  strings(pc, a, b, UINT64_MAX, result);
}
// Where they differ before the end of n bytes, no terminator need be there.
void __sanitizer_weak_hook_strncmp(void *pc, const char *a, const char *b, size_t n, int result) {
  strings(pc, a, b, result ? 0 : n, result);
}
void __sanitizer_weak_hook_strncasecmp(void *pc, const char *a, const char *b, size_t n, int result) {
  strings(pc, a, b, result ? 0 : n, result);
}
void __sanitizer_weak_hook_strstr(void *pc, const char *a, const char *b, char *result) {
  strings(pc, a, b, UINT64_MAX, result != NULL);
}
void __sanitizer_weak_hook_strcasestr(void *pc, const char *a, const char *b, char *result) {
  strings(pc, a, b, UINT64_MAX, result != NULL);
}
void __sanitizer_weak_hook_memmem(void *pc, const void *a, size_t n, const void *b, size_t m, void *result) {
  memory(a, n);
  memory(b, m);
  hear((uintptr_t)pc + (result != NULL));
}

#define LOG(name, type)                                                                                                 \
  void name(type a, type b, uint8_t attribute) {                                                                       \
    hear(a);                                                                                                           \
    hear(b);                                                                                                           \
    if (attribute > 13)                                                                                                \
      __builtin_trap();                                                                                                \
  }
LOG(__cmplog_ins_hook1, uint8_t)
LOG(__cmplog_ins_hook2, uint16_t)
LOG(__cmplog_ins_hook4, uint32_t)
LOG(__cmplog_ins_hook8, uint64_t)
LOG(__cmplog_ins_hook16, __uint128_t)

void __cmplog_ins_hookN(__uint128_t a, __uint128_t b, uint8_t attribute, uint8_t size) {
  hear(a);
  hear(b);
  if (attribute > 13 || size < 8 || size > 14)
    __builtin_trap();
}

// Any two pointers: whether they point to anything is not known.
void __cmplog_rtn_hook(const void *a, const void *b) { hear((uintptr_t)a + (uintptr_t)b); }
void __cmplog_rtn_hook_n(const void *a, const void *b, uint64_t n) { hear((uintptr_t)a + (uintptr_t)b + n); }
void __cmplog_rtn_hook_str(const char *a, const char *b) {
  text(a, UINT64_MAX);
  text(b, UINT64_MAX);
}
void __cmplog_rtn_hook_strn(const char *a, const char *b, uint64_t n) { hear((uintptr_t)a + (uintptr_t)b + n); }
void __cmplog_rtn_gcc_stdstring_cstring(const void *string, const char *other) {
  memory(string, 32);
  text(other, UINT64_MAX);
}
void __cmplog_rtn_gcc_stdstring_stdstring(const void *string, const void *other) {
  memory(string, 32);
  memory(other, 32);
}
