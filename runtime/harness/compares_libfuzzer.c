/* What libFuzzer overlooks of compares. It keeps the operands that it mutates with in tables of 4 and of 8 bytes; told of
   two 16-bit numbers as of 32-bit ones it tries them as 16-bit ones too, and of a switch it keeps the neighbours of the
   value only if that has 32 or 64 bits. So the link renames these callbacks (`--wrap`). Each ends in libFuzzer's own
   as in a jump, for that tells compares apart by where it returns to. */
#include <stdint.h>

void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);

#define CALLBACK(name)                                                                                                 \
    void __real_##name(uint16_t a, uint16_t b);                                                                        \
    __attribute__((visibility("default"))) void __wrap_##name(uint16_t a, uint16_t b) {                                \
        __sanitizer_cov_trace_cmp4(a, b);                                                                              \
        __attribute__((musttail)) return __real_##name(a, b);                                                          \
    }

CALLBACK(__sanitizer_cov_trace_cmp2)
CALLBACK(__sanitizer_cov_trace_const_cmp2)

void __real___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);

/* `cases`: their number, the value's bits, then they in order. */
__attribute__((visibility("default"))) void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
    if (cases[1] == 16) {
        const uint64_t *first = cases + 2, *end = first + cases[0], *above = first;
        while (above < end && *above < value) {
            above++;
        }
        if (above > first) {
            __sanitizer_cov_trace_cmp4((uint32_t)value, (uint32_t)above[-1]);
        }
        above += above < end && *above == value;
        if (above < end) {
            __sanitizer_cov_trace_cmp4((uint32_t)value, (uint32_t)*above);
        }
    }
    __attribute__((musttail)) return __real___sanitizer_cov_trace_switch(value, cases);
}
