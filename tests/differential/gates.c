// Opens all gates of branches (`fz_abi::distance`), and checks what is reported at each: the operands have to say which
// way the branch went. Linked into programs that are compared with clang's, so that this code runs too.

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

// What instrumented code calls keeps its registers.
#define KEEPS __attribute__((preserve_most))

enum { EQ = 1, NE, GT, GE, LT, LE, ORDERED, UNORDERED };
enum { SIGNED = 1 << 16, FLOAT = 1 << 17, BRAIN = 1 << 18, OR_NAN = 1 << 19, SECOND = 1 << 20 };
enum { MEMORY = 1, TEXT, TEXT_PREFIX, FOLDED, FOLDED_PREFIX, FIND_MEMORY, FIND_TEXT, FIND_FOLDED };

struct patch {
  int32_t code, target, gates;
  uint32_t count;
};

// Opens the gates, and makes the code of all patches jump.
void __fz_gates_init(unsigned char *begin, unsigned char *end, const struct patch *first, const struct patch *stop) {
  if (first == stop) __builtin_trap();
  while (begin < end)
    *begin++ = 1;
  for (const struct patch *patch = first; patch < stop; patch++) {
    char *code = (char *)&patch->code + patch->code, *target = (char *)&patch->target + patch->target;
    char *page = (char *)((uintptr_t)code & ~4095ul);
    static const unsigned char nothing[5] = {0x0f, 0x1f, 0x44, 0, 0};
    int32_t distance = target - (code + 5);
    if (memcmp(code, nothing, 5) || ((uintptr_t)code & 7) > 3) __builtin_trap();
    if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC)) {
      // The last page of the code.
      if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) __builtin_trap();
    }
    code[0] = (char)0xe9;
    memcpy(code + 1, &distance, 4);
  }
}

static int64_t answer(uint32_t question, int order) {
  switch (question & 0xff) {
  case EQ: return order == 0 ? -1 : 1;
  case NE: return order != 0 ? -1 : 1;
  case GT: return order > 0 ? -1 : 1;
  case GE: return order >= 0 ? -1 : 1;
  case LT: return order < 0 ? -1 : 1;
  case LE: return order <= 0 ? -1 : 1;
  }
  __builtin_trap();
}

#define ORDER(a, b) ((a) < (b) ? -1 : (a) > (b))

static int64_t numbers(uint32_t question, long double a, long double b) {
  int has_nan = a != a || b != b;
  switch (question & 0xff) {
  case ORDERED: return has_nan ? 1 : -1;
  case UNORDERED: return has_nan ? -1 : 1;
  }
  return has_nan ? question & OR_NAN ? -1 : 1 : answer(question, ORDER(a, b));
}

KEEPS int64_t __fz_distance_wide(uint32_t question, __uint128_t a, __uint128_t b) {
  int width = question >> 8 & 0xff, unused = 128 - width;
  if (width < 2 || width > 128) __builtin_trap();
  if (question & FLOAT) {
    long double x = 0, y = 0;
    // Of other types C knows no values.
    if (width != 80) return 0;
    memcpy(&x, &a, 10);
    memcpy(&y, &b, 10);
    return numbers(question, x, y);
  }
  a <<= unused;
  b <<= unused;
  return answer(question, question & SIGNED ? ORDER((__int128_t)a, (__int128_t)b) : ORDER(a, b));
}

KEEPS int64_t __fz_distance_integers(uint32_t question, uint64_t a, uint64_t b) {
  int width = question >> 8 & 0xff;
  if (width > 64) __builtin_trap();
  if (!(question & FLOAT)) return __fz_distance_wide(question, a, b);
  if (width == 32) {
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    return numbers(question, x, y);
  }
  if (width == 64) {
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    return numbers(question, x, y);
  }
  return 0;
}

static int lower(int byte, int folds) { return folds && byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

KEEPS int64_t __fz_distance_bytes(uint32_t question, const void *a, const void *b, size_t n) {
  int how = question >> 8 & 0xff, folds = how == FOLDED || how == FOLDED_PREFIX;
  int has_length = how == MEMORY || how == TEXT_PREFIX || how == FOLDED_PREFIX;
  const unsigned char *x = a, *y = b;
  if (how < MEMORY || how > FOLDED_PREFIX) __builtin_trap();
  if (!x || !y || (question & SIGNED && (intptr_t)n < 0)) return 0;
  for (size_t at = 0; !has_length || at < n; at++) {
    if (question & SECOND && !y[at]) break;
    int order = lower(x[at], folds) - lower(y[at], folds);
    if (order) return answer(question, order);
    if (how != MEMORY && !x[at]) break;
  }
  return answer(question, 0);
}

KEEPS int64_t __fz_distance_find(uint32_t question, const void *a, size_t a_size, const void *b, size_t b_size) {
  int how = question >> 8 & 0xff, folds = how == FIND_FOLDED;
  const unsigned char *x = a, *y = b;
  if (how < FIND_MEMORY || how > FIND_FOLDED) __builtin_trap();
  if (!x || !y) return 0;
  if (how != FIND_MEMORY) {
    a_size = strlen(a);
    b_size = strlen(b);
  }
  for (size_t place = 0; place + b_size <= a_size; place++) {
    size_t at = 0;
    while (at < b_size && lower(x[place + at], folds) == lower(y[at], folds)) at++;
    if (at == b_size) return answer(question, 0);
  }
  return answer(question, 1);
}

KEEPS int64_t __fz_distance_both(int64_t a, int64_t b) {
  if (a > 0 || b > 0) return 1;
  return a && b ? -1 : 0;
}

KEEPS void __fz_distance_branch(unsigned char *gates, uint32_t way, int64_t distance) {
  int holds = (way & INT32_MAX) == 0;
  if (!gates[!holds] || (distance && (distance < 0) != holds)) __builtin_trap();
}

KEEPS void __fz_distance_switch(unsigned char *gates, uint32_t way, uint64_t value, const uint64_t *cases) {
  uint64_t mask = UINT64_MAX >> (64 - (cases[1] & 0xff));
  uint64_t found = 0;
  for (uint64_t at = 1; at <= cases[0]; at++)
    if (!((value ^ cases[1 + at]) & mask)) found = at;
  if (!gates[found] || found != (way & INT32_MAX)) __builtin_trap();
}
