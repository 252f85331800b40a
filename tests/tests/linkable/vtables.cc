struct Base {
    virtual int kind(int x) { return x > 3 ? 1 : 2; }
    virtual ~Base() {}
};
struct Derived : Base {
    int kind(int x) override { return x > 5 ? 7 : 8; }
};

int main(int count, char **) {
    Base base;
    Derived derived;
    Base *one = count > 1 ? &derived : &base;
    return one->kind(4);
}
