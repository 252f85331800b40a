#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
struct Shape {
    virtual ~Shape() = default;
    virtual int area() const { return 0; }
    virtual int no_one(int x) const { return x; }
};
struct Square : Shape {
    int side;
    explicit Square(int side) : side(side) {}
    int area() const override { return side * side; }
};
struct Circle : Shape {
    int area() const override { return 3; }
};
struct NoShape : Shape {
    int area() const override { return 77; }
};
int no_use() { return NoShape().area(); }
template <class T> T twice(T x) { return x + x; }
struct Global { Global() { std::puts("made"); } ~Global() { std::puts("gone"); } } global;
int main(int count, char **words) {
    char text[8] = {0};
    FILE *input = std::fopen(words[count - 1], "r");
    if (!input || !std::fgets(text, sizeof text, input)) return 2;
    std::unique_ptr<Shape> shape;
    if (text[0] == 's') shape.reset(new Square(text[1]));
    if (text[0] == 'c') shape = std::make_unique<Circle>();
    std::function<int(int)> f = [&](int x) { return x + text[1]; };
    if (text[0] == 'f') return f(1);
    try { if (text[0] == 't') throw std::runtime_error("x"); } catch (const std::exception &) { return twice(text[1]); }
    return shape ? shape->area() : 0;
}
