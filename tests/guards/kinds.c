// Every kind of operation that has a guard, executed by any input, and out of range by the input `wrong`.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct field {
    unsigned bits : 3;
};
static int table[10];
static volatile int result;

// Each is what one operation goes wrong by.
static volatile int most, least, amount, place, divisor, length;
static volatile unsigned char truth;

int main(void) {
    char word[16] = "";
    if (!fgets(word, sizeof word, stdin))
        return 1;
    bool is_wrong = strcmp(word, "wrong") == 0;
    most = is_wrong ? 2147483647 : 1;
    least = is_wrong ? -2147483647 - 1 : 1;
    amount = is_wrong ? 32 : 3;
    place = is_wrong ? 10 : 1;
    divisor = length = is_wrong ? 0 : 1;
    truth = is_wrong ? 2 : 1;

    result = most + 1;
    result = least - 2;
    result = most * 3;
    result = -least;
    result = 1 << amount;
    signed char narrow = most;
    unsigned sign = least;
    struct field field;
    field.bits = amount;
    result = narrow == (int)sign + field.bits;
    bool flag;
    memcpy(&flag, (unsigned char *)&truth, 1);
    result = flag;
    char array[length];
    memset(array, 0, sizeof array);
    result = table[place];
    result = __builtin_ctz(divisor) + __builtin_clzl(length);
    __builtin_assume(divisor != 0);
    // The last: some processors end the program here.
    result = 7 / divisor;
    return 0;
}
