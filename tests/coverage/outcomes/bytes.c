// profile: coverage-bytes
// inputs: xxxxxxxx Gxxxxxxx GIxxxxxx GIFxxxxx GIF8xxxx GIF87xxx GIF87axx GIF87abx GIF87abc
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[9] = "";
    if (fread(text, 1, 8, stdin) != 8) return 1; // seen: fread(text, 1, 8, stdin) != 8 FFFFFFFFF
    if (memcmp(text, "GIF87abc", 8) == 0) return 2; // seen: memcmp(text, "GIF87abc", 8) == 0 FFFFFFFFT
    return strcmp(text, "GIF") == 0 ? 3 : 0; // seen: strcmp(text, "GIF") == 0 FFFFFFFF-
}
