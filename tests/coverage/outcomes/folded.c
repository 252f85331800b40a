// A marker makes clang evaluate what it would have generated code for, and clang takes `strchr` of what is no `char` for
// null. Such conditions have no marker: the program's meaning comes first.
// inputs: a b
#include <stdio.h>
#include <string.h>

static int is(int yes) { return yes; }

int main(void) {
    int c = getchar();
    char text[4] = {(char)c, (char)254, 'x', 0};
    int found = 0;
    found += is(strchr(text, 254) != NULL);
    found += is(strchr(text, -2) != NULL);  // seen: strchr(text, -2) != NULL TT
    if (c == 'a' || c == 'b')  // seen: c == 'a' TF; c == 'b' -T
        if (c && strchr(text, 254))  // seen: c TT
            found++;
    if (c && strchr(text, 'a'))  // seen: c TT; strchr(text, 'a') TF
        found++;
    return found != 3 + (c == 'a');  // seen: found != 3 + (c == 'a') FF; c == 'a' TF
}
