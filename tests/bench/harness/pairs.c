/* Stands in for AFL++'s cmplog callbacks (the linker's --wrap): writes each pair of operands, with the place that told of
   it, once into a shared segment. The fuzzer's own log keeps the last 32 of a place, and of those of a loop it would be
   chance which ones two builds share. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LONGEST = 32, MOST = 1 << 21, PLACES = 1 << 23 };
enum kind { INSTRUCTION, EQUAL, MEMORY, STRINGS };

/* As xtask reads it. */
struct pair {
    uint8_t kind, attribute, a_bytes, b_bytes, unused[4];
    uint64_t from; /* an offset into the program's image */
    uint8_t a[LONGEST], b[LONGEST];
};
static struct log {
    uint64_t count, lost;
    struct pair pairs[MOST];
} *shared;

static uint64_t seen[PLACES];
extern char __executable_start;

__attribute__((constructor)) static void attach(void) {
    const char *number = getenv("FZ_PAIRS_SHM");
    void *at = number ? shmat(atoi(number), 0, 0) : (void *)-1;
    shared = at == (void *)-1 ? 0 : at;
}

static uint64_t hash(const struct pair *pair) {
    const uint8_t *bytes = (const uint8_t *)pair;
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < sizeof *pair; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3;
    return sum | 1;
}

static void note(struct pair *pair, void *from) {
    if (!shared)
        return;
    pair->from = (uint64_t)from - (uint64_t)&__executable_start;
    uint64_t sum = hash(pair);
    for (size_t place = sum % PLACES; seen[place] != sum; place = (place + 1) % PLACES) {
        if (seen[place])
            continue;
        if (shared->count == MOST) {
            shared->lost++;
            return;
        }
        seen[place] = sum;
        shared->pairs[shared->count++] = *pair;
        return;
    }
}

static void numbers(const void *a, const void *b, size_t bytes, uint8_t attribute, void *from) {
    struct pair pair = {.kind = INSTRUCTION, .attribute = attribute, .a_bytes = bytes, .b_bytes = bytes};
    if (bytes > 16)
        return;
    if (!memcmp(a, b, bytes))
        pair.kind = EQUAL;
    memcpy(pair.a, a, bytes);
    memcpy(pair.b, b, bytes);
    note(&pair, from);
}

#define INSTRUCTION_HOOK(name, type)                                                                                      \
    void __wrap___cmplog_ins_hook##name(type a, type b, uint8_t attribute) {                                             \
        numbers(&a, &b, sizeof a, attribute, __builtin_return_address(0));                                              \
    }
INSTRUCTION_HOOK(1, uint8_t)
INSTRUCTION_HOOK(2, uint16_t)
INSTRUCTION_HOOK(4, uint32_t)
INSTRUCTION_HOOK(8, uint64_t)
INSTRUCTION_HOOK(16, unsigned __int128)

void __wrap___cmplog_ins_hookN(unsigned __int128 a, unsigned __int128 b, uint8_t attribute, uint8_t last) {
    numbers(&a, &b, last + 1, attribute, __builtin_return_address(0));
}

/* What can be read there, which may be nothing. */
static size_t read_at(const void *address, uint8_t *to, size_t most) {
    size_t page = 4096 - (uintptr_t)address % 4096, count = 0;
    while (count < most) {
        size_t part = page < most - count ? page : most - count;
        struct iovec into = {to + count, part}, from = {(char *)address + count, part};
        if (process_vm_readv(getpid(), &into, 1, &from, 1, 0) != (ssize_t)part)
            break;
        count += part;
        page = 4096;
    }
    return count;
}

static void routine(enum kind kind, const void *a, const void *b, size_t most, void *from) {
    struct pair pair = {.kind = kind};
    size_t limit = most < LONGEST ? most : LONGEST;
    pair.a_bytes = read_at(a, pair.a, limit);
    pair.b_bytes = read_at(b, pair.b, limit);
    if (kind == STRINGS) {
        pair.a_bytes = strnlen((char *)pair.a, pair.a_bytes);
        pair.b_bytes = strnlen((char *)pair.b, pair.b_bytes);
    }
    memset(pair.a + pair.a_bytes, 0, LONGEST - pair.a_bytes);
    memset(pair.b + pair.b_bytes, 0, LONGEST - pair.b_bytes);
    if (pair.a_bytes == pair.b_bytes && !memcmp(pair.a, pair.b, LONGEST))
        return;
    /* Fuzzers pass over those of a single byte. */
    if (pair.a_bytes > 1 || pair.b_bytes > 1)
        note(&pair, from);
}

void __wrap___cmplog_rtn_hook(const void *a, const void *b) {
    routine(MEMORY, a, b, LONGEST, __builtin_return_address(0));
}
void __wrap___cmplog_rtn_hook_n(const void *a, const void *b, uint64_t n) {
    routine(MEMORY, a, b, n, __builtin_return_address(0));
}
void __wrap___cmplog_rtn_hook_str(const char *a, const char *b) {
    routine(STRINGS, a, b, LONGEST, __builtin_return_address(0));
}
void __wrap___cmplog_rtn_hook_strn(const char *a, const char *b, uint64_t n) {
    routine(STRINGS, a, b, n, __builtin_return_address(0));
}
