module;
#include <cstring>
#include <string>
export module words;
export import :count;

#ifndef LIMIT
#error "the module has a macro of its own"
#endif

export namespace words {
int kind(const std::string &text);
inline int within(int a, int b) {
    bool is_within = a > LIMIT && b < 5;
    switch (a) {
    case 7: return 2;
    default: return is_within ? 1 : 0;
    }
}
}
