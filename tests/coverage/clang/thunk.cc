struct A {
    int a = 0;
    virtual int f() {
        return 1;
    }
};
struct B {
    int b = 0;
    virtual int g() {
        return 2;
    }
};
struct C : A, B {
    int f() override {
        return 3;
    }
    int g() override {
        return 4;
    }
};
static int call(B &b) {
    return b.g();
}
int main() {
    C c;
    return call(c) - 4;
}
