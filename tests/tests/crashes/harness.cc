#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    std::vector<int> four(4);
    if (size > 2 && data[0] == 'v') four.at(9);
    if (size > 2 && data[0] == 's') { std::string s((const char *)data, size + 8); return s == "x"; }
    return 0;
}
