// What the runtime says of guards that were made by hand: kinds that no short program has, numbers and names at their
// limits.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct guard {
    const char *file, *type_a, *type_b;
    uint32_t line, column;
    uint16_t kind, shape_a, shape_b, bits;
    uint32_t reported, unused;
};
enum { ADD = 1, DIVIDE = 5, CONVERT = 7, INDEX, LOAD, LENGTH, ALLOCATE, COPY };
enum { SIGN = 0x8000 };

void __fz_guard_hit(struct guard *guard, uint64_t a, uint64_t b, unsigned char *counter);

static void hit(struct guard guard, uint64_t a, uint64_t b) {
    struct guard *kept = malloc(sizeof *kept);
    *kept = guard;
    __fz_guard_hit(kept, a, b, NULL);
}

static uint64_t wide(__int128 value) {
    __int128 *kept = malloc(sizeof *kept);
    *kept = value;
    return (uintptr_t)kept;
}

int main(void) {
    const __int128 most = (__int128)(((unsigned __int128)1 << 127) - 1);
    const char *odd = "dir \"a\"\\b\x01\n.c";
    char name[600] = "'x";
    for (int i = 0; i < 250; i++)
        strcat(name, "é");
    hit((struct guard){odd, NULL, NULL, 1, 2, ADD, SIGN | 128, 0, 0, 0, 0}, wide(most), wide(-most - 1));
    hit((struct guard){"a.c", NULL, NULL, 2, 3, DIVIDE, 64, 0, 0, 0, 0}, UINT64_MAX, 0);
    hit((struct guard){"a.c", NULL, NULL, 3, 4, CONVERT, SIGN | 32, 8, 3, 0, 0}, (uint32_t)-9, 7);
    hit((struct guard){"a.c", NULL, "'int[10]'", 4, 5, INDEX, SIGN | 64, 0, 0, 0, 0}, (uint64_t)-1, 0);
    hit((struct guard){"a.c", name, NULL, 5, 6, LOAD, 8, 0, 0, 0, 0}, 2, 0);
    hit((struct guard){"a.c", NULL, NULL, 6, 7, ALLOCATE, SIGN | 32, 0, 0, 0, 0}, (uint32_t)-16, 0);
    hit((struct guard){"a.c", NULL, NULL, 7, 8, ALLOCATE, 64, 0, 0, 0, 0}, UINT64_MAX, 0);
    hit((struct guard){"a.c", NULL, NULL, 8, 9, COPY, SIGN | 64, 0, 0, 0, 0}, (uint64_t)-2, 0);
    return 0;
}
