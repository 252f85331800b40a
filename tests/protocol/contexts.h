/* Call-site contexts by hand: the records that the compiler leaves, and functions that count as instrumented ones do.
   Instead of a context argument in a register they take the record of the call, or null. */
#include <stddef.h>
#include <stdint.h>

struct call;
typedef void counted(const struct call *call, unsigned edge, unsigned times);

struct function {
  uint64_t rows, span;
  counted *function;
  uint32_t counters, most;
};

struct call {
  uint64_t context;
  counted *callee;
};

struct bounds {
  void *counters[2], *functions[2], *calls[2];
};

#define HIDDEN __attribute__((weak, visibility("hidden")))
#define BOUND(type, section) extern type __start_##section HIDDEN, __stop_##section HIDDEN
BOUND(unsigned char, __sancov_cntrs);
BOUND(struct function, __fz_functions);
BOUND(struct call, __fz_calls);

__attribute__((weak)) void __fz_contexts_init(const struct bounds *, const struct bounds *);
__attribute__((weak)) void __sanitizer_cov_8bit_counters_init(unsigned char *, unsigned char *);
__attribute__((weak)) void __fz_check(unsigned char *, uint64_t, const void *);

static const struct bounds bounds = {
    {&__start___sancov_cntrs, &__stop___sancov_cntrs},
    {&__start___fz_functions, &__stop___fz_functions},
    {&__start___fz_calls, &__stop___fz_calls},
};

static void register_counters(void) {
  if (__sanitizer_cov_8bit_counters_init)
    __sanitizer_cov_8bit_counters_init(&__start___sancov_cntrs, &__stop___sancov_cntrs);
}

static void register_image(void) {
  if (__fz_contexts_init) __fz_contexts_init(&bounds, &bounds + 1);
  register_counters();
}

#define SECTION(name) __attribute__((used, section(name)))

SECTION(".init_array.00002") static void (*const registration)(void) = register_image;

#ifdef FOREIGN
/* An object that others have instrumented is in the same image. */
SECTION(FOREIGN) static void (*const foreign_registration)(void) = register_counters;
#endif

/* A function with so many counters that takes so many rows at most. */
#define FUNCTION(name, counters, most)                                                                      \
  counted name;                                                                                             \
  SECTION("__sancov_cntrs") static unsigned char name##_counters[counters] __attribute__((aligned(1)));     \
  SECTION("__fz_functions") static struct function name##_record = {0, 0, name, counters, most};            \
  void name(const struct call *call, unsigned edge, unsigned times) {                                       \
    uint64_t context = call == NULL ? 0 : call->context;                                                        \
    int is_row = context - name##_record.rows < name##_record.span;                                           \
    unsigned char *counter = (is_row ? (unsigned char *)(uintptr_t)context : name##_counters) + edge;         \
    while (times-- != 0) {                                                                                  \
      if (__fz_check) __fz_check(counter, (uintptr_t)&name##_record + edge, is_row ? call : NULL);          \
      *counter += 1;                                                                                        \
    }                                                                                                       \
  }
