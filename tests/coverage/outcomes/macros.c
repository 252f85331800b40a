// Conditions that macros hide, and that several of their uses share.
// inputs: 11 12 23
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#define ONE(x) ((x) == 1)
#define PAIR(x, y) (ONE(x) || ONE(y))
#define CHECK(what, n) do { if (what) n++; } while (0)
#define LOOP(i, n) for (int i = 0; i < (n); i++)
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define NAME(x) value_##x
#define likely(x) __builtin_expect(!!(x), 1)

int main(void) {
    int a = getchar() - '0', b = getchar() - '0', n = 0;
    int value_a = a;
    CHECK(ONE(a), n); // seen: ONE(a) TTF
    CHECK(PAIR(a, b), n); // seen: ONE(x) TTF; ONE(y) --F
    LOOP(i, a) LOOP(j, i) n += MAX(i, j); // seen: i < (a) BBB; j < (i) FFB; (i) > (j) --T
    if (NAME(a) == 2) n++; // seen: NAME(a) == 2 FFT
    if (likely(a < b)) n++; // seen: likely(a < b) FTT
    assert(a >= 1); // seen: a >= 1 TTT
    return n + isdigit(a) + (ONE(a) ? MAX(a, b) : 0); // seen: ONE(a) TTF; (a) > (b) FF-
}
