module;
#include <cstring>
#include <string>
module words;

namespace words {
int kind(const std::string &text) {
    if (text.size() > 3 && !memcmp(text.data(), "WORD", 4))
        return 42;
    return within(text.size(), 1);
}
}
