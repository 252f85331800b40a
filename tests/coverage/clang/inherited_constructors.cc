struct Base {
    int n;
    Base(int a) : n(a) {
    }
    Base(int a, int b) : n(a + b) {
    }
};
struct Derived : Base {
    using Base::Base;
};
int main(int n, char **) {
    Derived d(n);
    return d.n - 1;
}
// differs: function _ZN4BaseC2Eii: nobody calls it, so it has no code
