static int may(int n) {
    if (n > 3)
        throw n;
    return n;
}
static int never(int n) noexcept {
    int m = may(n);
    return m + 1;
}
int main(int n, char **) {
    return never(n) - 2;
}
