struct Part {
    Part(int n) {
        if (n)
            throw n;
    }
};
struct Whole {
    Part a;
    Part b;
    Whole(int n)
        : a(0),
          b(n) {
    }
};
int main(int n, char **) {
    try {
        delete new Whole(n);
    } catch (int) {
        return 0;
    }
    return 1;
}
