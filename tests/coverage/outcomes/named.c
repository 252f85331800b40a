// Conditions have the names that the source has for constants and calls.
// inputs: 1 a
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define STAMP 49U
#define KIND STAMP
#define likely(x) __builtin_expect(!!(x), 1)
#define IS(p) ((p) == NULL)
#define ODD 1 | 16

int main(void) {
    int c = getchar();
    char *text = malloc(8);
    if (text == NULL)  // seen: text == NULL FF
        return 2;
    if (c == 0x31 || c > 0xffU)  // seen: c == 0x31 TF; c > 0xffU -F
        c += 0;
    if (likely(c == KIND))  // seen: likely(c == KIND) TF
        c++;
    if (IS(text) || c == EOF)  // seen: IS(text) FF; c == EOF FF
        c++;
    if (isdigit(  // seen: isdigit(c) TF
            c))
        c++;
    if (c & ODD)  // seen: c & 1 | 16 TT
        c++;
    switch (c) {  // seen: c=default x-; c=case KIND --; c=case 'b' -x
    case KIND: c += 3; break;
    case 'b': c += 2; break;
    }
    return c == 0;  // seen: c == 0 FF
}
