#include <stdlib.h>
#include <unistd.h>
int main(void) {
    char data[4] = {0};
    if (read(0, data, 4) < 2) return 0;
    if (data[0] == 'a') abort();
    if (data[0] == 'b') abort();
    if (data[0] == 'w') { char *some = malloc(4); some[data[1] - '0'] = 1; free(some); }
    return 0;
}
