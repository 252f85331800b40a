#include <stdio.h>
int main(void) {
    switch (getchar()) {
    case 'a': puts("one"); break;
    case 'b': puts("two"); break;
    }
    return 0;
}
