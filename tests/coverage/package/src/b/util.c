#include "common.h"
static int helper(int c) {
    switch (c) {
    case 'a': return 1;
    case 'b': return 2;
    default: return c > 'm';
    }
}
int second(int c) {
    return clamped(helper(c));
}
