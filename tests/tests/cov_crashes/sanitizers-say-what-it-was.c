#include <stdio.h>
#include <stdlib.h>
char *volatile room;
void reads(int at) {
    putchar(room[at]);
}
int main(void) {
    int c = getchar();
    room = malloc(8);
    if (c == 'o') reads(9);
    if (c == 'f') { free(room); reads(3); }
    if (c == 'd') { free(room); free(room); }
    return 0;
}
