#include <cstdio>

#include "common.h"

namespace {
struct Counter {
    int n = 0;
    bool operator()(int c) { return c == 'q' || ++n > 2; }
};
}

template <typename T> static int each(const char *text, T visit) {
    int n = 0;
    for (; *text; text++) n += visit(*text);
    return n;
}

static int letters(const char *text) {
    return each(text, [](int c) { return IS_LETTER(c) ? 1 : 0; });
}

static int others(const char *text) {
    auto isOther = [](int c) { return c < '0'; };
    auto isHigh = [](int c) { return c > '9' ? 1 : 0; };
    int n = 0;
    for (; *text; text++) n += isOther(*text) && isHigh(*text);
    return n;
}

int main() {
    char text[64] = "";
    if (!fgets(text, sizeof text, stdin)) return 1;
    int n = letters(text) + others(text) + each(text, Counter());
    for (const char *c = text; *c; c++) n += first(*c) + second(*c) + made(*c);
    return n == 1000;
}
