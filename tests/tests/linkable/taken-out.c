// Nothing of what is declared here is defined anywhere: with an optimiser nothing of it is left.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void missing(void);
int missing_value(int);
extern int missing_variable;
__attribute__((error("forbidden"))) void forbidden(void);
__attribute__((error("size"))) void bad_size(void);
__attribute__((warning("doubtful"))) void doubtful(void);

static inline int constant(int n) {
    if (!__builtin_constant_p(n))
        forbidden();
    return n;
}

static inline int limited(int n) {
    if (__builtin_constant_p(n) && n > 8)
        forbidden();
    return n > 8 ? missing_value(0) : n;
}

static inline int mode(int m, int x) {
    if (m == 1)
        return x + 1;
    if (m == 2)
        return x * 2;
    missing_variable = x;
    return missing_value(missing_variable);
}

static void die(void) { missing(); }

static int checked(int bits, int x) {
    switch (bits) {
    case 8: return x & 0xff;
    case 16: return x & 0xffff;
    default: die(); return 0;
    }
}

static inline void copy(void *to, size_t room, const void *from, size_t n) {
    if (__builtin_constant_p(n) && room < n)
        bad_size();
    if (!__builtin_constant_p(n) && room < 4)
        doubtful();
    memcpy(to, from, n);
}

static inline int unrolled(int x) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i >= 4)
            forbidden();
        sum += x >> i;
    }
    return sum;
}

int main(int argc, char **argv) {
    char room[8];
    int word = sizeof(long);
    if (word != 8)
        missing();
    if (argc > 100 && 0)
        missing();
    if (argc > 1)
        fopen(argv[1], "r");
    copy(room, __builtin_object_size(room, 0), "abcdefg", 8);
    int sum = constant(3) + constant(4) + limited(3);
    sum += mode(1, argc) + mode(2, argc) + checked(8, argc) + checked(16, argc);
    return (sum + unrolled(argc) + room[0]) & 127;
}
