struct Guard {
    int &n;
    Guard(int &to) : n(to) {}
    ~Guard() {
        ++n;
    }
};
static void work(int n, int &closed) {
    Guard first(closed);
    if (n) {
        Guard second(closed);
        throw n;
    }
    closed = 7;
}
int main(int n, char **) {
    int closed = 0;
    try {
        work(n, closed);
    } catch (...) {
    }
    return closed - 2;
}
