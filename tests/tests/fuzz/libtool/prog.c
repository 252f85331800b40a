#include <stdio.h>
int tiny(const char *text, int sum);
int main(int count, char **arguments) {
    char text[16] = {0};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : stdin;
    if (!file || !fread(text, 1, 15, file)) return 1;
    return tiny(text, text[3]) == 3;
}
