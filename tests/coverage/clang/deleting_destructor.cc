struct Base {
    virtual ~Base() {
    }
};
static int ended;
struct Derived : Base {
    ~Derived() override {
        ++ended;
    }
};
int main() {
    Base *base = new Derived;
    delete base;
    return ended - 1;
}
