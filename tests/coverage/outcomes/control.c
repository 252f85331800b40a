// What decides where control goes.
// inputs: ax by cz dx
#include <stdio.h>
static int cases(int c) {
    switch (c) { // seen: c=case 'a' x---; c=case 'b' ... 'c' -x--; c=case 'q' --x-; c=default ---x
    case 'a': return 1;
    case 'b' ... 'c': return 2;
    case 'q': return 3;
    default: return 4;
    }
}
static int fall(unsigned char c) {
    int n = 0;
    switch (c - 'a') { // seen: c - 'a'=default ---x; c - 'a'=case 0 x---; c - 'a'=case 1 -x--
    case 0: n++;
    case 1: n++;
    }
    return n;
}
static int sign(signed char c) {
    switch (c) { // seen: c=default -x--; c=case -1 --x-; c=case 'x' x--x
    case -1: return 1;
    case 'x': return 2;
    }
    return 0;
}
int main(void) {
    int a = getchar(), b = getchar(), n = 0, m = 0;
    for (int i = 0; i < a - 'a'; i++) n += i == 1 ? 5 : 2; // seen: i < a - 'a' FBBB; i == 1 -FBB
    while (n > 6) n--; // seen: n > 6 FFBB
    do m++; while (m < a - 'a'); // seen: m < a - 'a' FFBB
    n += (a - 'a') ?: 7; // seen: (a - 'a') FTTT
    m = 0;
    for (;;) if (m++ > 2 || b == 'z') break; // seen: m++ > 2 BBFB; b == 'z' FFTF
    const char *p = b == 'x' ? "x" : 0; // seen: b == 'x' TFFT
    if (p) n++; // seen: p TFFT
    if (!p || *p != 'x') n--; // seen: !p FTTF; *p != 'x' F--F
    double d = a - 'b';
    if (d) n++; // seen: d TFTT
    if (!(d < 0.5)) n++; // seen: !(d < 0.5) FFTT
    float *f = 0;
    if (f && *f) n++; // seen: f FFFF; *f ----
    if (a & 1 && b & 2) goto out; // seen: a & 1 TFTF; b & 2 F-T-
    return cases(a) + fall(a) + sign(b);
out:
    return n + cases('q' - a + 'c') + sign(-1);
}
