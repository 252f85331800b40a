#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
__attribute__((noinline)) int second(const uint8_t *data) {
    if (data[1] == 'U') {
        puts("second");
        return 2;
    }
    return 1;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 3 && data[0] == 'F') {
        if (second(data) == 2 && data[2] == 'Z')
            if (data[3] == 'Z')
                __builtin_trap();
    }
    return 0;
}
