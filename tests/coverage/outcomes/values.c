// Conditions that no branch asks.
// inputs: 11 12 22 91
#include <stdio.h>
#define IS(x, n) ((x) == (n))
#define BOTH(x, y) (IS(x, 1) && IS(y, 2))
struct flags {
    unsigned first : 1, second : 1;
};
static int kept;
static int store(int a, int b) {
    int stored = a == 1, added = (a < 4) + (b < 2); // seen: a == 1 TTFF; a < 4 TTTF; b < 2 TFFT
    struct flags flags = {a == 2, !b}; // seen: a == 2 FFTF; !b FFFF
    kept |= (a == 1) & (b == 2); // seen: a == 1 TTFF; b == 2 FTTF
    return (a > 5 ? stored : added) + (a >= b) + flags.first; // seen: a > 5 FFFT; a >= b TFTT
}
static int take(int truth, _Bool also) {
    return truth + also;
}
int main(void) {
    int a = getchar() - '0', b = getchar() - '0';
    int n = store(a, b);
    n += take(a != b, a - b); // seen: a != b FTFT
    _Bool is = a == 9, not = !(b == 1); // seen: a == 9 FFFT; !(b == 1) FTTF
    n += BOTH(a, b) ? 1 : 0; // seen: IS(x, 1) TTFF; IS(y, 2) FT--
    n += IS(a, 2) + IS(b, 2); // seen: (a) == (2) FFTF; (b) == (2) FTTF
    int table[] = {a < b, a > b, !!a}; // seen: a < b FTFF; a > b FFFT; !!a TTTT
    table[a == b]++; // seen: a == b TFTF
    printf("%d %d %d\n", n, is ^ not, table[a == 1 ? 0 : b == 2]); // seen: a == 1 TTFF; b == 2 --TF
    return 0;
}
