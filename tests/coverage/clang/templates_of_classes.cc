template <typename T> struct Box {
    T value;
    Box(T v) : value(v) {
    }
    T get() const {
        return value;
    }
    virtual ~Box() {
    }
};
int main() {
    Box<int> a(1);
    Box<long> b(2);
    return a.get() - 1;
}
