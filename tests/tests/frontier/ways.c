#include <stdio.h>
#include <string.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int in_loop(int x) { return x + 3; }
static int in_other_loop(int x) { return x + 4; }
static int after_loop(int x) { return x + 5; }
static int after_both(int x) { return x + 6; }
static int returned(int x) { return x + 7; }
int main(int count, char **words) {
    char text[64] = {0};
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input || !fgets(text, sizeof text, input)) return 2;
    int sum = (text[1] == 'a' && text[2] == 'b' ? one : two)(text[3]);
    int at = 3;
    while (text[at] == 'c' && text[at + 1] != 'd')
        sum += in_loop(at++);
    for (at = 3; (text[at] == 'e' || text[at] == 'f') && sum != -1; at++)
        sum += in_other_loop(at);
    for (at = 0; at < 2; at++) {
        char outer[8];
        memcpy(outer, text, sizeof outer);
        for (;;) {
            char inner[8];
            memcpy(inner, outer, sizeof inner);
            if (inner[0] == 'g') return returned(at);
            if (inner[0] == 'h') goto end;
            if (inner[0] == 'i') break;
            if (inner[1] != 'j') goto next;
        }
        sum += after_loop(at);
    next:
        sum++;
    }
    printf("%d\n", sum);
    return 0;
end:
    return after_both(sum);
}
