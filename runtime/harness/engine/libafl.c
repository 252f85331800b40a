/* LibAFL in the program's process. It does not measure the stack, and takes compares as they are. */
#include "engine.h"

int fz_engine_run(int argc, char **argv, int (*one)(const uint8_t *, size_t)) {
    return fz_libafl_main(argc, argv, one);
}

bool fz_engine_wants_compares(void) {
    return fz_libafl_listens();
}

/* Images call the callbacks only while their gates are open. */
void fz_engine_open_compares(bool are_wanted) {
    fz_libafl_listen(are_wanted);
}

void fz_engine_begin_depth(void) {}

uint64_t fz_engine_depth(void) {
    return 0;
}

void fz_engine_tell_depth(uint64_t depth) {
    (void)depth;
}

FZ_WRAP_NUMBERS(__sanitizer_cov_trace_cmp2, uint16_t, FZ_NUMBERS, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_const_cmp2, uint16_t, FZ_CONSTANT, (void)0)

/* Each case is a compare of its own. */
static void note_cases(const void *place, uint64_t value, const uint64_t *cases) {
    uint8_t bytes = fz_switch_bytes(cases);
    for (uint64_t at = 0; at < cases[0] && at < FZ_COMPARES / 8; at++) {
        fz_note((const uint8_t *)place + at, bytes, FZ_CASE, value, cases[2 + at]);
    }
}

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);
FZ_SHOWN void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    if (__builtin_expect(fz_compares != NULL, 0)) {
        note_cases(FZ_HERE, value, cases);
    }
    __attribute__((musttail)) return __real___sanitizer_cov_trace_switch(value, cases);
}

void fz_engine_tell_numbers(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    (void)data, (void)size;
    fz_libafl_compared(compare->place, compare->bytes, compare->a, compare->b, compare->kind == FZ_CASE);
}

void fz_engine_tell_text(const struct fz_compare *compare, size_t length, bool differ, const uint8_t *data, size_t size) {
    (void)compare, (void)length, (void)differ, (void)data, (void)size;
}
