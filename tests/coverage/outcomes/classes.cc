// inputs: 11 12 23 34
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

struct Sum {
    int n;
    bool isThree;
    Sum(int a, int b) : n(a > 2 ? b : a), isThree(a == 3) {} // seen: a > 2 FFFT; a == 3 FFFT
    explicit operator bool() const { return n == 2; } // seen: this->n == 2 FFTF
    bool operator==(const Sum &other) const { return n == other.n; } // seen: this->n == other.n FFFF
};

template <typename T> int compare(T a, T b) {
    if constexpr (sizeof(T) > 4) return 0;
    return a < b ? 1 : 2; // seen: a < b TTFF
}

constexpr int twice(int a) {
    return a == 1 ? 2 : a + a; // seen: a == 1 TTFF
}
static_assert(twice(1) == 2);
constexpr int folded = twice(2);

struct Point {
    int x;
    bool isOrigin;
    constexpr explicit Point(int x) : x(x), isOrigin{x == 0} {} // seen: x == 0 FFFF
};
constexpr Point origin(0);
static_assert(origin.isOrigin && !Point(4).isOrigin);

struct Base {
    virtual ~Base() = default;
    virtual int get(int a) const { return a > 1; } // seen: a > 1 --TT
};
struct Derived final : Base {
    int get(int a) const override { return a == 1 ? 1 : 0; } // seen: a == 1 TT--
};

static bool same = getenv("FZ_NOT_THERE") == nullptr; // seen: getenv("FZ_NOT_THERE") == nullptr TTTT

static int thrower(int a) {
    if (a == 2) throw std::runtime_error("two"); // seen: a == 2 FFTF
    return a;
}

static int catcher(int a) {
    try {
        return thrower(a) + (a == 3); // seen: a == 3 FF-T
    } catch (const std::exception &e) {
        return a != 2 ? 5 : 6; // seen: a != 2 --F-
    }
}

int main() {
    int a = getchar() - '0', b = getchar() - '0', n = 0;
    Sum sum(a, b), other(sum);
    other.n = 9;
    if (sum) n++; // seen: sum FFTF
    if (sum == other) n++; // seen: sum == other FFFF
    if (int both = a * b; both > 4) n++; // seen: both > 4 FFTT
    if (int c = a - 1) n += c; // seen: c FFTT
    while (int d = b - 4) { b++; n += d; } // seen: d BBBF
    auto isLess = [&](int x) { return x < a; }; // seen: x < a FFTT
    n += isLess(1);
    auto generic = [=](auto x) { return x == 1 ? 1 : 0; }; // seen: x == 1 TTFF
    n += generic(a);
    std::vector<int> all(a, 2);
    for (int x : all) n += x; // seen: x : all BBBB
    if (std::vector<int>(a).size() == 2 && b == 4) n++; // seen: std::vector<int>(a).size() == 2 FFTF; b == 4 --T-
    std::unique_ptr<Base> base(a == 1 ? new Derived : new Base); // seen: a == 1 TTFF
    if (base) n += base->get(a); // seen: base TTTT
    n += compare(a, 2) + twice(a) + catcher(a) + folded + same + Point(a).isOrigin;
    printf("%d\n", n);
    return 0;
}
