/* Wraps the compare callbacks of an engine in the same process (`--wrap`). A program with its own `main` runs in a
   child: its compares are noted in shared memory, and the parent replays them to the engine.

   Each wrapper ends in a tail call of the engine's own callback, because engines identify compares by the callback's
   return address. Wrappers that differ between engines are in `engine/`. */
#include "compares.h"
#include "engine.h"

#include <string.h>

struct fz_compares *fz_compares;

/* Not memcpy, which a sanitizer may intercept. */
static void note_text(const void *place, const void *a, const void *b, size_t length, int ends) {
    const uint8_t *texts[2] = {a, b};
    struct fz_compare *compare = fz_next(place);
    compare->bytes = 0;
    compare->length = (uint8_t)(length < FZ_COMPARED_BYTES ? length : FZ_COMPARED_BYTES);
    for (int which = 0; which < 2; which++) {
        int is_over = 0;
        for (uint8_t at = 0; at < compare->length; at++) {
            uint8_t byte = is_over ? 0 : texts[which][at];
            is_over |= ends && !byte;
            compare->text[which][at] = byte;
        }
    }
}

FZ_WRAP_NUMBERS(__sanitizer_cov_trace_cmp1, uint8_t, FZ_NUMBERS, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_cmp4, uint32_t, FZ_NUMBERS, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_cmp8, uint64_t, FZ_NUMBERS, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_const_cmp1, uint8_t, FZ_CONSTANT, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_const_cmp4, uint32_t, FZ_CONSTANT, (void)0)
FZ_WRAP_NUMBERS(__sanitizer_cov_trace_const_cmp8, uint64_t, FZ_CONSTANT, (void)0)

#define HOOK(name) __sanitizer_weak_hook_##name
#define JOINED(prefix, name) prefix##name
#define WRAPPED(prefix, name) JOINED(prefix, name)

/* `length`: how many bytes may be read; `ends`: not beyond a NUL. */
#define TEXTS(name, length, ends, parameters, arguments)                                                               \
    void WRAPPED(__real_, HOOK(name)) parameters;                                                                      \
    FZ_SHOWN void WRAPPED(__wrap_, HOOK(name)) parameters {                                                                \
        if (__builtin_expect(fz_compares != NULL, 0)) {                                                                \
            note_text(pc, a, b, length, ends);                                                                         \
        }                                                                                                              \
        __attribute__((musttail)) return WRAPPED(__real_, HOOK(name)) arguments;                                       \
    }

TEXTS(memcmp, n, 0, (const void *pc, const void *a, const void *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strncmp, n, 1, (const void *pc, const char *a, const char *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strncasecmp, n, 1, (const void *pc, const char *a, const char *b, size_t n, int result), (pc, a, b, n, result))
TEXTS(strcmp, FZ_COMPARED_BYTES, 1, (const void *pc, const char *a, const char *b, int result), (pc, a, b, result))
TEXTS(strcasecmp, FZ_COMPARED_BYTES, 1, (const void *pc, const char *a, const char *b, int result), (pc, a, b, result))

/* The pc is passed as an argument, so the callback need not be called from several places. */
static void replay_text(const struct fz_compare *compare, const uint8_t *data, size_t size) {
    const void *pc = (const void *)(uintptr_t)compare->place;
    size_t length = compare->length;
    while (length > 0 && !compare->text[0][length - 1] && !compare->text[1][length - 1]) {
        length--;
    }
    int result = memcmp(compare->text[0], compare->text[1], length) != 0;
    __real___sanitizer_weak_hook_memcmp(pc, compare->text[0], compare->text[1], length, result);
    fz_engine_tell_text(compare, length, result != 0, data, size);
}

void fz_replay(struct fz_compares *compares, const uint8_t *data, size_t size) {
    uint32_t count = compares->count < FZ_COMPARES ? compares->count : FZ_COMPARES;
    for (uint32_t i = 0; i < count; i++) {
        const struct fz_compare *compare = &compares->all[i];
        if (compare->bytes == 0) {
            replay_text(compare, data, size);
        } else {
            fz_engine_tell_numbers(compare, data, size);
        }
    }
    compares->count = 0;
}
