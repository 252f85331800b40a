static int apply(int (*f)(int), int n) {
    return f(n);
}
int main(int n, char **) {
    auto add = [n](int m) {
        return n + m;
    };
    auto never = [] {
        return 1;
    };
    if (n > 4)
        never();
    return apply([](int m) { return m + 1; }, add(1)) - 3;
}
