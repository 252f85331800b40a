#include "part.h"
#include <stdio.h>
int part(int a) {
    if (called(a)) {
        puts("large");

        // Nothing.
        return 2;
    }
    return 1;
}
