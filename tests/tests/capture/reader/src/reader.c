#include <stdio.h>
#include "local.h"
#include <deep.h>
#if __has_include(<asked.h>)
#define ASKED 1
#endif
#if __has_include(<nowhere.h>)
#error
#endif
const unsigned char data[] = {
#embed "data.bin"
};
int reader(int x) { return x > LIMIT ? PRE + LOCAL + DEEP + ASKED + MACROS : puts(NAME) + data[0]; }
