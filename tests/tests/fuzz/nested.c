#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static unsigned long at(const char *text) { unsigned long n; memcpy(&n, text, 8); return n; }
int main(void) {
    char text[32] = {0};
    if (read(0, text, sizeof text) < 32) return 1;
    if (at(text + 2) == 0xfeedface12345678)
        if (at(text + 11) == 0x1122334455667788)
            if (at(text + 20) == 0x7a6f6e6b6572756c) abort();
    return 0;
}
