/* A guard is hit if and only if the mathematical result is out of the range of the source's type: for all operands of 8
   bits, edge values of 16, 32, 64 and 128, each operator, conversion and kind of assignment. With two arguments FIRST and
   STEP: for all pairs of 16 bits of which the second is FIRST or some steps more. Prints what differs, 20 at most. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef __int128 wide;

static unsigned hits, differences;

/* Stands in for the runtime. */
void __fz_guard_hit(void *guard, uint64_t a, uint64_t b) {
    (void)guard, (void)a, (void)b;
    hits++;
}

static void expect(const char *what, wide a, wide b, bool out) {
    if ((hits != 0) != out && differences++ < 20)
        printf("%s: %lld, %lld: %u hits, %s\n", what, (long long)a, (long long)b, hits, out ? "out of range" : "in range");
    hits = 0;
}

#define PLAIN __attribute__((noinline, disable_sanitizer_instrumentation))
#define MIN(T) ((T)-1 < 0 ? -((wide)1 << (8 * sizeof(T) - 1)) : (wide)0)
#define MAX(T) ((T)-1 < 0 ? ((wide)1 << (8 * sizeof(T) - 1)) - 1 : ((wide)1 << (8 * sizeof(T))) - 1)
/* Before the call is guarded: no guard of its own. */
#define RAW __attribute__((noinline)) static

#define OPERATIONS(T)                                                                                                    \
    RAW T add_##T(T a, T b) { return a + b; }                                                                           \
    RAW T sub_##T(T a, T b) { return a - b; }                                                                           \
    RAW T mul_##T(T a, T b) { return a * b; }                                                                           \
    RAW T neg_##T(T a) { return -a; }                                                                                   \
    RAW T div_##T(T a, T b) { return a / b; }                                                                           \
    RAW T inc_##T(T a) { return ++a; }                                                                                  \
    RAW T dec_##T(T a) { a--; return a; }                                                                               \
    RAW T adds_##T(T a, T b) { a += b; return a; }                                                                      \
    RAW T muls_##T(T a, T b) { a *= b; return a; }                                                                      \
    RAW T constant_##T(T a) { return a + 100; }

OPERATIONS(int8_t)
OPERATIONS(uint8_t)
OPERATIONS(int16_t)
OPERATIONS(uint16_t)
OPERATIONS(int32_t)
OPERATIONS(uint32_t)
OPERATIONS(int64_t)
OPERATIONS(uint64_t)

#define CONVERSION(F, T)                                                                                                 \
    RAW T F##_to_##T(F a) { return a; }                                                                                 \
    RAW T F##_cast_##T(F a) { return (T)a; }

#define CONVERSIONS(F)                                                                                                   \
    CONVERSION(F, int8_t) CONVERSION(F, uint8_t) CONVERSION(F, int16_t) CONVERSION(F, uint16_t) CONVERSION(F, int32_t)    \
        CONVERSION(F, uint32_t) CONVERSION(F, int64_t) CONVERSION(F, uint64_t)

CONVERSIONS(int8_t)
CONVERSIONS(uint8_t)
CONVERSIONS(int16_t)
CONVERSIONS(uint16_t)
CONVERSIONS(int32_t)
CONVERSIONS(uint32_t)
CONVERSIONS(int64_t)
CONVERSIONS(uint64_t)

RAW int32_t shl_int32_t(int32_t a, int32_t by) { return a << by; }
RAW int64_t shl_int64_t(int64_t a, int32_t by) { return a << by; }
RAW uint32_t shl_uint32_t(uint32_t a, int32_t by) { return a << by; }
RAW uint64_t shl_uint64_t(uint64_t a, int32_t by) { return a << by; }
RAW int32_t shr_int32_t(int32_t a, int32_t by) { return a >> by; }

struct fields {
    int s5 : 5;
    unsigned u3 : 3;
};
RAW void set_s5(struct fields *f, int a) { f->s5 = a; }
RAW void set_u3(struct fields *f, int a) { f->u3 = a; }
RAW void set_sum(struct fields *f, int a) { f->s5 = a + 1; }

RAW int64_t narrow_wide(wide a) { return a; }
RAW uint8_t narrow_natural(unsigned __int128 a) { return a; }
RAW wide add_wide(wide a, wide b) { return a + b; }

static int table[10];
RAW int at(int index) { return table[index]; }

PLAIN static bool is_out(wide n, wide least, wide most) { return n < least || n > most; }

/* The C library's own headers name no guard: all of this is asked where nothing is guarded. */
#define CHECK(T, name, a, b, exact)                                                                                      \
    do {                                                                                                                 \
        wide n = (exact);                                                                                                \
        (void)name##_##T((T)(a), (T)(b));                                                                                \
        expect(#name " " #T, a, b, is_out(n, MIN(T), MAX(T)));                                                          \
    } while (0)

#define CHECK1(T, name, a, exact)                                                                                        \
    do {                                                                                                                 \
        wide n = (exact);                                                                                                \
        (void)name##_##T((T)(a));                                                                                        \
        expect(#name " " #T, a, 0, is_out(n, MIN(T), MAX(T)));                                                          \
    } while (0)

#define ALL(T, a, b)                                                                                                     \
    do {                                                                                                                 \
        wide x = (a), y = (b);                                                                                           \
        if (x < MIN(T) || x > MAX(T) || y < MIN(T) || y > MAX(T))                                                        \
            break;                                                                                                       \
        CHECK(T, add, x, y, x + y);                                                                                      \
        CHECK(T, sub, x, y, x - y);                                                                                      \
        CHECK(T, mul, x, y, product(x, y));                                                                              \
        CHECK(T, adds, x, y, x + y);                                                                                     \
        CHECK(T, muls, x, y, product(x, y));                                                                             \
        CHECK1(T, neg, x, -x);                                                                                           \
        CHECK1(T, inc, x, x + 1);                                                                                        \
        CHECK1(T, dec, x, x - 1);                                                                                        \
        CHECK1(T, constant, x, x + 100);                                                                                 \
        if (y != 0 && !(sizeof(T) > 2 && y == -1 && x == MIN(T)))                                                        \
            CHECK(T, div, x, y, x / y);                                                                                  \
    } while (0)

/* Of 64 bits the product may have 128: it saturates, which is out of every range all the same. */
PLAIN static wide product(wide x, wide y) {
    wide n;
    if (!__builtin_mul_overflow(x, y, &n))
        return n;
    return (x < 0) == (y < 0) ? (wide)1 << 100 : -((wide)1 << 100);
}

#define CONVERT(F, T, a)                                                                                                 \
    do {                                                                                                                 \
        (void)F##_to_##T((F)(a));                                                                                        \
        expect(#F " to " #T, a, 0, is_out(a, MIN(T), MAX(T)));                                                          \
        (void)F##_cast_##T((F)(a));                                                                                      \
        expect(#F " cast to " #T, a, 0, is_out(a, MIN(T), MAX(T)));                                                     \
    } while (0)

#define CONVERT_ALL(F, a)                                                                                                \
    do {                                                                                                                 \
        wide x = (a);                                                                                                    \
        if (x < MIN(F) || x > MAX(F))                                                                                    \
            break;                                                                                                       \
        CONVERT(F, int8_t, x);                                                                                           \
        CONVERT(F, uint8_t, x);                                                                                          \
        CONVERT(F, int16_t, x);                                                                                          \
        CONVERT(F, uint16_t, x);                                                                                         \
        CONVERT(F, int32_t, x);                                                                                          \
        CONVERT(F, uint32_t, x);                                                                                         \
        CONVERT(F, int64_t, x);                                                                                          \
        CONVERT(F, uint64_t, x);                                                                                         \
    } while (0)

PLAIN static void conversions(wide a) {
    CONVERT_ALL(int8_t, a);
    CONVERT_ALL(uint8_t, a);
    CONVERT_ALL(int16_t, a);
    CONVERT_ALL(uint16_t, a);
    CONVERT_ALL(int32_t, a);
    CONVERT_ALL(uint32_t, a);
    CONVERT_ALL(int64_t, a);
    CONVERT_ALL(uint64_t, a);
}

PLAIN static void pairs(wide a, wide b) {
    ALL(int8_t, a, b);
    ALL(uint8_t, a, b);
    ALL(int16_t, a, b);
    ALL(uint16_t, a, b);
    ALL(int32_t, a, b);
    ALL(uint32_t, a, b);
    ALL(int64_t, a, b);
    ALL(uint64_t, a, b);
}

PLAIN static void shifts(void) {
    static const int values[] = {0, 1, 2, 3, 255, 0x40000000, 0x7fffffff, -1, -2, (int)0x80000000};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        for (int by = -2; by < 70; by++) {
            int a = values[i];
            shl_int32_t(a, by);
            /* As C has it before C23: the product with a power of two, of nothing negative. */
            expect("shl int32_t", a, by, by < 0 || by > 31 || a < 0 || ((wide)a << by) > MAX(int32_t));
            shr_int32_t(a, by);
            expect("shr int32_t", a, by, by < 0 || by > 31);
            shl_uint32_t((uint32_t)a, by);
            expect("shl uint32_t", a, by, by < 0 || by > 31 || ((wide)(uint32_t)a << by) > MAX(uint32_t));
            shl_uint64_t((uint64_t)a, by);
            expect("shl uint64_t", a, by, by < 0 || by > 63 || ((unsigned __int128)(uint64_t)a << by) > MAX(uint64_t));
            shl_int64_t(a, by);
            expect("shl int64_t", a, by, by < 0 || by > 63 || a < 0 || ((wide)a << by) > MAX(int64_t));
        }
}

PLAIN static void others(void) {
    struct fields fields = {0, 0};
    for (int a = -40; a < 40; a++) {
        set_s5(&fields, a);
        expect("int : 5", a, 0, is_out(a, -16, 15));
        set_sum(&fields, a);
        expect("int : 5, of a sum", a, 1, is_out(a + 1, -16, 15));
        set_u3(&fields, a);
        expect("unsigned : 3", a, 0, is_out(a, 0, 7));
    }
    const wide top = (wide)(~(unsigned __int128)0 >> 1);
    for (int a = 0; a < 127; a++) {
        wide power = (wide)1 << a;
        narrow_wide(power);
        expect("int128 to int64", power, 0, a >= 63);
        narrow_wide(-power);
        expect("int128 to int64", -power, 0, a > 63);
        narrow_natural(power);
        expect("uint128 to uint8", power, 0, a >= 8);
        add_wide(top - power, power - 1);
        expect("add int128", -1, power, false);
        add_wide(top - power, power + 1);
        expect("add int128", 1, power, true);
    }
    for (int a = 0; a < 10; a++) {
        at(a);
        expect("index", a, 0, false);
    }
}

/* What of the operations is not one of 8 bits in other clothes. */
#define ALL16(T, a, b)                                                                                                   \
    do {                                                                                                                 \
        wide x = (T)(a), y = (T)(b);                                                                                     \
        CHECK(T, add, x, y, x + y);                                                                                      \
        CHECK(T, sub, x, y, x - y);                                                                                      \
        CHECK(T, mul, x, y, x *y);                                                                                       \
        if (y != 0)                                                                                                      \
            CHECK(T, div, x, y, x / y);                                                                                  \
    } while (0)

PLAIN static void pairs_of_16(long first, long step) {
    for (long b = first; b < 65536; b += step)
        for (long a = 0; a < 65536; a++) {
            ALL16(int16_t, a, b);
            ALL16(uint16_t, a, b);
        }
    for (long a = 0; a < 65536; a++) {
        int16_t x = (int16_t)a;
        uint16_t y = (uint16_t)a;
        CHECK1(int16_t, neg, x, -(wide)x);
        CHECK1(int16_t, inc, x, (wide)x + 1);
        CHECK1(int16_t, dec, x, (wide)x - 1);
        CHECK1(uint16_t, neg, y, -(wide)y);
        CHECK1(uint16_t, inc, y, (wide)y + 1);
        CHECK1(uint16_t, dec, y, (wide)y - 1);
    }
}

PLAIN int main(int count, char **arguments) {
    if (count == 3) {
        pairs_of_16(atol(arguments[1]), atol(arguments[2]));
        printf("%u differences\n", differences);
        return differences != 0;
    }
    static const int64_t edges[] = {0, 1, 2, 3, 99, 100, 127, 128, 155, 156, 255, 256, 32667, 32767, 32768, 65435, 65535,
                                    65536, 46340, 46341, 0x7fffffff - 100, 0x7fffffff, 0x80000000, 0xffffffff - 100,
                                    0xffffffff, 0x100000000, 3037000499, 3037000500, 4294967296, INT64_MAX - 100, INT64_MAX};
    enum { COUNT = sizeof edges / sizeof *edges };
    for (int a = -128; a < 256; a++)
        for (int b = -128; b < 256; b++)
            pairs(a, b);
    for (int i = 0; i < 4 * COUNT; i++) {
        wide a = i & 1 ? -(wide)edges[i / 4] : edges[i / 4];
        a += i & 2 ? MAX(int64_t) : 0;
        conversions(a);
        for (int j = 0; j < 4 * COUNT; j++) {
            wide b = j & 1 ? -(wide)edges[j / 4] : edges[j / 4];
            b += j & 2 ? MAX(int64_t) : 0;
            pairs(a, b);
        }
    }
    for (wide a = -70000; a < 70000; a++)
        conversions(a);
    shifts();
    others();
    printf("%u differences\n", differences);
    return differences != 0;
}
