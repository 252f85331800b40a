#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
static unsigned char in[32];
static jmp_buf back;
static int leave(int x) { if (x) longjmp(back, 1); return 0; }
int both(void) { return in[0] && !in[1]; }
int nested(void) { return !(in[0] || in[1]) && in[2]; }
int inside(void) { return in[0] && both() + (in[1] || in[2]) > 1; }
int settled(void) { return (in[0] && 1) || (in[1] && 0); }
int range(void) { return BETWEEN(in[3], 2, 4) || BETWEEN(in[4], 6, 8); }
int loop(void) { int n = 0; while (n < 3 && in[n]) n++; return n; }
int left(void) { if (setjmp(back)) return 1; return in[0] && leave(in[1]); }
int half(void) { return in[0] && leave(in[1]); }
int comma(void) { int n = 0; return in[0] && (n++, 1) && in[1]; }
int main(int count, char **words) {
    FILE *file = fopen(words[count - 1], "rb");
    if (!file || fread(in, 1, sizeof in, file) < 5) return 2;
    if (in[5] == 9) abort();
    int sum = both() + nested() + inside() + settled() + range() + loop() + left() + comma();
    return setjmp(back) ? 3 : sum + half() > 100;
}
