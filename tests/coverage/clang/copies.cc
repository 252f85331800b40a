struct Text {
    int n = 0;
    Text() = default;
    Text(const Text &t) : n(t.n + 1) {
    }
    Text &operator=(const Text &t) {
        n = t.n + 10;
        return *this;
    }
};
struct Pair {
    Text a;
    Text b;
};
int main() {
    Pair one;
    Pair two(one);
    one = two;
    return one.a.n - 11;
}
