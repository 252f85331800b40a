#include <cstdint>
#include <cstdio>
#include <cstdlib>
template <class T> T narrowed(long n) {
    return static_cast<T>(n);
}
struct Holder {
    int n;
    int8_t inside() const { return int8_t(n); }
    uint8_t initialised = (uint8_t)n;
};
enum class Small : uint8_t { least };
int main(int, char **arguments) {
    long n = atol(arguments[1]);
    auto closure = [n] { return (int16_t)n; };
    Holder holder{(int)n};
    constexpr auto known = (int8_t)300;
    unsigned sum = narrowed<int8_t>(n) + closure() + holder.inside();
    bool truth = (bool)n;
    uint8_t low = (uint8_t)(n & 0xff);
    long same = (long)(int)n;
    volatile Small small = (Small)n;
    printf("%u %d %d %d %ld\n", sum, known, truth, low, same);
}
