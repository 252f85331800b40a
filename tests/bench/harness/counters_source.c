/* Clang's -fprofile-instr-generate: 64-bit counters, and for each function which of them are its own. */

#include <inttypes.h>

#include "bench.h"

typedef void *IntPtrT;
enum { IPVK_Last = 2 };

/* The compiler's own description of its records. */
struct data {
#define INSTR_PROF_DATA(type, llvm_type, name, init) type name;
#include <profile/InstrProfData.inc>
};

const struct data *__llvm_profile_begin_data(void);
const struct data *__llvm_profile_end_data(void);
char *__llvm_profile_begin_counters(void);
char *__llvm_profile_end_counters(void);
void __llvm_profile_reset_counters(void);

void counters_reset(void) { __llvm_profile_reset_counters(); }

void counters_write(FILE *out) {
  char *begin = __llvm_profile_begin_counters();
  fwrite(begin, 1, (size_t)(__llvm_profile_end_counters() - begin), out);
}

/* The bytes of all counters; then for each function its name's hash, its shape's, its first counter and their number. */
void counters_layout(FILE *out) {
  char *begin = __llvm_profile_begin_counters();
  fprintf(out, "%zu\n", (size_t)(__llvm_profile_end_counters() - begin));
  const struct data *end = __llvm_profile_end_data();
  for (const struct data *data = __llvm_profile_begin_data(); data < end; data++) {
    /* The address is relative to the record. */
    const char *counters = (const char *)data + (intptr_t)data->CounterPtr;
    fprintf(out, "%" PRIu64 " %" PRIu64 " %zu %u\n", data->NameRef, data->FuncHash, (size_t)(counters - begin) / 8,
            data->NumCounters);
  }
}
