/* A guard that is inferred from IR is hit if and only if the mathematical result is out of the range of the source's type
   (of both its readings, where IR has no sign): all operands of 8 bits, and values around the edges of 32. ASKED: what is
   asked, which is compiled to IR; without it: who asks, with no guards. Prints what differs, 20 at most. */
#include <stdbool.h>
#include <stdint.h>

#define OPERATIONS(X) X(int8_t, add, +) X(int8_t, sub, -) X(int8_t, mul, *) X(uint8_t, add, +) X(uint8_t, sub, -) X(uint8_t, mul, *)

#ifdef ASKED

#define OPERATION(T, NAME, OP) T NAME##_##T(T a, T b) { return a OP b; }
OPERATIONS(OPERATION)
int32_t divide(int32_t a, int32_t b) { return a / b; }
int32_t remainder_of(int32_t a, int32_t b) { return a % b; }
uint32_t divide_unsigned(uint32_t a, uint32_t b) { return a / b; }
uint32_t shift(uint32_t a, uint32_t by) { return a << by; }
int8_t narrow(int32_t a) { return (int8_t)a; }

#else

#include <setjmp.h>
#include <stdio.h>

#define OPERATION(T, NAME, OP) T NAME##_##T(T a, T b);
OPERATIONS(OPERATION)
int32_t divide(int32_t, int32_t), remainder_of(int32_t, int32_t);
uint32_t divide_unsigned(uint32_t, uint32_t), shift(uint32_t, uint32_t);
int8_t narrow(int32_t);

static jmp_buf asked;
static unsigned differences;

/* Stands in for the runtime. The operation itself does not follow: a division would end the program. */
void __fz_guard_hit(void *guard, uint64_t a, uint64_t b) {
    (void)guard, (void)a, (void)b;
    longjmp(asked, 1);
}

#define EXPECT(CALL, A, B, OUT)                                                                                          \
    do {                                                                                                                 \
        volatile bool is_out = (OUT), hit = true;                                                                        \
        if (!setjmp(asked)) {                                                                                            \
            CALL;                                                                                                        \
            hit = false;                                                                                                 \
        }                                                                                                                \
        if (hit != is_out && differences++ < 20)                                                                         \
            printf(#CALL " of %lld, %lld: %s\n", (long long)(A), (long long)(B), is_out ? "out of range" : "in range");  \
    } while (0)

static const int64_t EDGES[] = {INT32_MIN, INT32_MIN + 1, -65537, -129, -128, -2, -1, 0, 1, 2, 31, 32, 33, 127, 128, 255,
                                256, 65535, 65536, INT32_MAX - 1, INT32_MAX, (int64_t)INT32_MAX + 1, UINT32_MAX};
#define COUNT (int)(sizeof EDGES / sizeof *EDGES)

int main(void) {
    for (volatile int a = INT8_MIN; a <= UINT8_MAX; a++)
        for (volatile int b = INT8_MIN; b <= UINT8_MAX; b++) {
#define ALL(T, NAME, OP)                                                                                                 \
            if ((T)a == a && (T)b == b)                                                                                  \
                EXPECT(NAME##_##T(a, b), a, b, (a OP b) != (T)(a OP b));
            OPERATIONS(ALL)
        }
    for (volatile int i = 0; i < COUNT; i++)
        for (volatile int j = 0; j < COUNT; j++) {
            int64_t a = EDGES[i], b = EDGES[j];
            if (a == (int32_t)a && b == (int32_t)b) {
                bool out = b == 0 || (a == INT32_MIN && b == -1);
                EXPECT(divide(a, b), a, b, out);
                EXPECT(remainder_of(a, b), a, b, out);
            }
            if (a == (uint32_t)a && b == (uint32_t)b) {
                EXPECT(divide_unsigned(a, b), a, b, b == 0);
                uint32_t by = b & 31, shifted = (uint32_t)a << by;
                bool loses = shifted >> by != a && (uint32_t)((int32_t)shifted >> by) != a;
                EXPECT(shift(a, b), a, b, b >= 32 || loses);
            }
        }
    for (volatile int a = -70000; a < 70000; a++)
        EXPECT(narrow(a), a, 0, a < INT8_MIN || a > UINT8_MAX);
    return differences != 0;
}

#endif
