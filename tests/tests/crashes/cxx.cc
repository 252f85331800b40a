#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <vector>

static volatile long sink;

__attribute__((noinline)) static void wrong_delete(int c) {
    int *volatile p = (int *)malloc(8);
    if (c == 'a')
        delete p;
    sink++;
    if (c == 'b')
        delete p;
    sink++;
}

__attribute__((noinline)) static void too_much(int c) {
    volatile size_t most = -1;
    if (c == 'c')
        sink += (long)operator new(most / 4);
    sink++;
    if (c == 'd')
        sink += (long)operator new(most / 4);
    sink++;
}

// Where an exception was thrown is gone once it may not leave: a function for each.
__attribute__((noinline)) static void promised(int c) noexcept {
    if (c == 'e')
        throw std::runtime_error("e");
    sink++;
}

__attribute__((noinline)) static void promised_too(int c) noexcept {
    if (c == 'f')
        throw std::runtime_error("f");
    sink++;
}

__attribute__((noinline)) static void checked(int c, std::vector<int> &v) {
    if (c == 'g')
        sink += v.at(7);
    sink++;
    if (c == 'h')
        sink += v.at(7);
}

__attribute__((noinline)) static void called(int c) {
    std::function<void()> none;
    if (c == 'i')
        none();
    sink++;
    if (c == 'j')
        none();
}

int main() {
    int c = getchar();
    std::vector<int> v(3);
    wrong_delete(c);
    too_much(c);
    promised(c);
    promised_too(c);
    checked(c, v);
    called(c);
    return 0;
}
