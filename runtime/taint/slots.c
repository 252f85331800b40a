/* Labels of arguments and results. */
#include "originals.h"
#include "taint.h"

#include <wchar.h>

_Thread_local label_t __fz_taint_arguments[FZ_ARGUMENTS][FZ_LANES];
_Thread_local uint64_t __fz_taint_tag;
_Thread_local label_t __fz_taint_return[FZ_RETURNS][FZ_LANES];
_Thread_local uint64_t __fz_taint_return_tag;
_Thread_local uint64_t __fz_taint_forwarded;
_Thread_local label_t __fz_taint_variadic[FZ_VARIADIC];
_Thread_local uint64_t __fz_taint_overflow;
_Thread_local label_t __fz_taint_room[FZ_ROOM_LABELS];

EXPORT void __fz_taint_clear_arguments(uint32_t slots) {
    if (__fz_taint_tag == FZ_ANY)
        return;
    slots = slots < FZ_ARGUMENTS ? slots : FZ_ARGUMENTS;
    raw_set(__fz_taint_arguments, 0, slots * sizeof *__fz_taint_arguments);
}

/* Called by code without labels, directly before the call. */
EXPORT void __fz_taint_harness(const void *harness) {
    if (!is_recording())
        return;
    __fz_taint_clear_arguments(2);
    for (uint32_t lane = 0; lane < FZ_LANES; lane++)
        __fz_taint_arguments[1][lane] = label_length(0, 1);
    __fz_taint_tag = (uint64_t)(uintptr_t)harness;
}

/* Hashes of names that were reported; when the table is full, names are reported again. */
#define NAMES 1024
static uint64_t names[NAMES];

static bool is_new(const char *name, uint64_t *length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (*length = 0; name[*length]; ++*length)
        hash = (hash ^ (unsigned char)name[*length]) * 0x100000001b3u;
    hash |= 1;
    for (uint64_t turn = 0; turn < NAMES; turn++) {
        uint64_t *place = &names[(hash + turn) % NAMES], there = 0;
        if (__atomic_compare_exchange_n(place, &there, hash, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        if (there == hash)
            return false;
    }
    return true;
}

EXPORT label_t __fz_taint_foreign(const void *callee, const char *name, uint64_t lanes) {
    (void)callee;
    /* Nobody has taken it. */
    if (__fz_taint_tag == FZ_ANY)
        __fz_taint_tag = 0;
    label_t whole = 0;
    for (uint32_t at = 0; at < 16; at++) {
        uint32_t count = lanes >> 4 * at & 15;
        whole = __fz_taint_union(whole, __fz_taint_union_row(__fz_taint_arguments[at], count < FZ_LANES ? count : FZ_LANES));
    }
    uint64_t length;
    if (UNLIKELY(whole && name) && has_trace() && is_new(name, &length)) {
        struct part part = {name, length};
        trace_record(FZ_RECORD_FOREIGN, &part, 1);
    }
    return whole;
}

/* How much of memory that is passed is looked at, and of what is no text. */
#define LOOKED_AT 256
#define BYTES 16
enum { TEXT, WIDE_TEXT };

static bool has_labelled(const char *memory, uint32_t kind) {
    uint32_t step = kind == WIDE_TEXT ? sizeof(wchar_t) : 1, most = kind > WIDE_TEXT ? BYTES : LOOKED_AT;
    for (uint32_t at = 0; at < most && has_shadow(memory + at, step); at += step) {
        if (label_of(memory + at, step))
            return true;
        bool is_end = kind == TEXT ? !memory[at] : kind == WIDE_TEXT && !*(const wchar_t *)(memory + at);
        if (is_end)
            return false;
    }
    return false;
}

EXPORT void *__fz_taint_passes(void **known, const char *name, const uint64_t *arguments, uint32_t mask) {
    bool is_labelled = false;
    for (uint32_t at = 0; has_labels && at < 4; at++)
        if (mask >> (4 + at) & 1 && arguments[at])
            is_labelled |= has_labelled((const char *)arguments[at], mask & 15);
    uint64_t length;
    if (UNLIKELY(is_labelled) && has_trace() && is_new(name, &length)) {
        struct part part = {name, length};
        trace_record(FZ_RECORD_FOREIGN, &part, 1);
    }
    return original(known, name);
}

static void place(void *to, const label_t *labels, uint64_t bytes) {
    raw_move(shadow_of(to), labels, bytes * sizeof *labels);
}

void __fz_taint_va_start(void *list, const label_t *labels, uint64_t overflow) {
    if (!has_labels)
        return;
    const struct va *va = list;
    /* Fixed arguments come before these. */
    if (va->integers < INTEGERS)
        place(va->registers + va->integers, labels + va->integers, INTEGERS - va->integers);
    if (va->floats < FZ_REGISTERS)
        place(va->registers + va->floats, labels + va->floats, FZ_REGISTERS - va->floats);
    uint64_t room = FZ_VARIADIC - FZ_REGISTERS;
    place(va->overflow, labels + FZ_REGISTERS, overflow < room ? overflow : room);
}
