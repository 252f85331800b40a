#include <cstdio>
#include <stdexcept>
extern "C" void inside(void (*)(void));
namespace deep { template <class T> void throws(T x) { throw std::runtime_error("x"); } }
static void back() { deep::throws(3); }
int main() {
    int c = getchar();
    if (c == 't') deep::throws(1);
    if (c == 'b') inside(back);
    if (c == 'l') inside(nullptr);
    return 0;
}
