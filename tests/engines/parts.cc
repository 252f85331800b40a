/* A harness with a mutator of its own, the code under test in a library. */
#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int part(const char *text, size_t size);
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv) {
    return *argc > 0 && **argv ? 0 : 1;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned) {
    return LLVMFuzzerMutate(data, size, room);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    std::string text(reinterpret_cast<const char *>(data), size);
    return part(text.data(), text.size()) == 1 ? -1 : 0;
}

#ifdef WITH_MAIN
#include <iostream>
#include <iterator>

int main() {
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(text.data()), text.size());
    std::cout << "done\n";
}
#endif
