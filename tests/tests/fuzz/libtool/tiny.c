#include <string.h>
int tiny(const char *text, int sum) {
    if (!strncmp(text, "marvellous", 10)) return 7;
    if (text[0] == '<') if (text[1] == '?') return sum + 2147483600;
    return text[2];
}
