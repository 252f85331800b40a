struct Shape {
    virtual Shape *self() {
        return this;
    }
};
struct Other {
    int x = 0;
    virtual void none() {
    }
};
struct Square : Other, Shape {
    Square *self() override {
        return this;
    }
};
int main() {
    Square square;
    Shape &shape = square;
    return shape.self() == &shape ? 0 : 1;
}
