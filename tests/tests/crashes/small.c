#include <stdio.h>
#include <stdlib.h>
int *volatile nowhere;
static void first(const char *text) {
    if (text[1] == '!')
        *nowhere = 1; /* here */
}
int main(int count, char **words) {
    char text[64] = "";
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 9;
    if (text[0] == 'n') first(text);
    if (text[0] == 'a') abort();
    return 0;
}
