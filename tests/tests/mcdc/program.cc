#include <cstdio>
template <class T> struct Box {
    T x;
    Box(T x, T y) : x(x && !y ? x : y) {}
    bool odd(T y) const { return x != y && (x & 1 || y & 1); }
};
struct Guard { bool value; ~Guard() {} explicit operator bool() const { return value; } };
Guard guard(int x) { return Guard{x != 0}; }
int main(int count, char **words) {
    unsigned char in[5] = {};
    std::FILE *file = std::fopen(words[count - 1], "rb");
    if (!file || std::fread(in, 1, sizeof in, file) < 5) return 2;
    auto lambda = [&](int at) { return in[at] or in[at + 1]; };
    return Box<int>(in[0], in[1]).odd(in[2]) + Box<long>(in[1], in[2]).odd(1) + lambda(0)
        + (guard(in[0]) && guard(in[1]) ? 1 : 0) > 100;
}
