#include <stdlib.h>
static int runs;
void again(void) { runs = 1000; }
void seen(void) { runs += 2; }
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
    if (runs++) again();
    if (size && data[0] == 'y') seen();
    if (size && data[0] == 'c') abort();
    if (size && data[0] == 'h') for (;;) ;
    return 0;
}