#line 1 "src/made.y"
#include "common.h"
static int helper(int c) {
    return c == LARGEST || c == '0';
}
#line 200 "gen.c"
int made(int c) {
    return helper(c) ? 3 : IS_LETTER(c);
}
