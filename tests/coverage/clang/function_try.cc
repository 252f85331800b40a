struct Base {
    Base(int n) {
        if (n)
            throw n;
    }
};
struct Derived : Base {
    int x = 0;
    Derived(int n)
    try : Base(n) {
        x = 1;
    } catch (int) {
        ++n;
    }
};
int main(int n, char **) {
    try {
        Derived d(n);
    } catch (int) {
        return 0;
    }
    return 1;
}
// differs: line 5: clang counts how often the constructor began, and it only ever threw
// differs: line 11: clang does not know that the call before it threw
