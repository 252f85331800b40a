// What only leads to `__builtin_unreachable()` is no outcome: no input can reach it.
// inputs: a b z
#include <stdio.h>

static int named(int c) {
    switch (c & 3) {  // seen: c & 3=case 0 ---; c & 3=case 1 x--; c & 3=case 2 -xx; c & 3=case 3 ---
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
    default: __builtin_unreachable();
    }
}

int main(void) {
    int c = getchar();
    if (c < 0)  // seen: c < 0 (never true) FFF
        __builtin_unreachable();
    if (c == 'a' || c == 'b') {  // seen: c == 'a' TFF; c == 'b' -TF
        if (c > 'b') __builtin_unreachable();  // seen: c > 'b' (never true) FF-
    }
    if (c) return named(c);  // seen: c (never false) TTT
    else __builtin_unreachable();
}
