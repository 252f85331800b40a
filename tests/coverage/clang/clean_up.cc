struct Guard {
    int &n;
    Guard(int &to) : n(to) {}
    ~Guard() {
        ++n;
    }
};
static int work(int n, int &closed) {
    Guard first(closed);
    Guard second(closed);
    if (n > 7)
        throw n;
    return n;
}
int main(int n, char **) {
    int closed = 0;
    work(n, closed);
    return closed - 2;
}
