/* What is asked of the answers of calls that compare, and numbers whose answers are easily told otherwise. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int wrapped(const char *a, const char *b, size_t size) {
    if (!a || !b) {
        return -1;
    }
    return size ? memcmp(a, b, size) : strcmp(a, b);
}

static int order(const void *a, const void *b) {
    return memcmp(a, b, 4);
}

int main(void) {
    static char text[64];
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    int found = 0;
    found += memcmp(text, "magic", 5) == 0;
    found += memcmp(text, "lower", 5) < 0;
    found += memcmp(text, "upper", 5) > 0;
    found += memcmp(text + 5, "a long text that no one compares in place", size > 40 ? 40 : size) != 0;
    found += bcmp(text + 8, "\x80 fewer", 7) == 0;
    found += strcmp(text + 10, "string") <= 0;
    found += strcmp(text + 11, "string") == 0;
    found += strncmp(text + 12, "\xffprefix", 4) >= 0;
    found += strcasecmp(text + 14, "FOLDED") == 0;
    found += strncasecmp(text + 15, "FOLDED", 3) < 0;
    found += wrapped(text + 16, "wrapped", 3) == 0;
    found += wrapped(text + 17, text + 20, size & 1) < 0;
    found += strstr(text + 3, "needle") != 0;
    found += memchr(text, 'q', size) != 0;
    int answer = memcmp(text + 20, "switch", 6);
    if (answer < 0) {
        found += 2;
    } else if (answer > 0) {
        found += 3;
    }
    qsort(text + 24, 4, 4, order);
    float real;
    double wide;
    memcpy(&real, text + 40, sizeof real);
    memcpy(&wide, text + 44, sizeof wide);
    found += real < -1.5f;
    found += wide >= 1e9;
    found += wide == (double)real;
    int8_t narrow = (int8_t)text[52];
    found += narrow < -3;
    found += (int16_t)(narrow * 3) > text[53];
    switch (text[54]) {
    case -7:
        found += 5;
        break;
    case 9:
        found += 9;
    }
    found += 100 / (1 + (text[56] & 7));
    found += text[text[57] & 31];
    return found & 127;
}
