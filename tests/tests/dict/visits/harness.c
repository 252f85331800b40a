
#include <stddef.h>
int last;
int LLVMFuzzerTestOneInput(const unsigned char *p, size_t size) {
    if (size < 8) return 0;
    if (p[0] == 'l') { if (*(const unsigned *)(p + 4) == 0x5446454c) last = 1; }
    else { if (*(const unsigned *)(p + 4) == 0x54484752) last = 2; }
    return 0;
}
