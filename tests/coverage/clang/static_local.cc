struct V {
    int x;
    V();
    ~V();
};
V::V() : x(1) {
}
V::~V() {
    x = 0;
}
V const &single() {
    static V const n;
    return n;
}
int main() {
    return single().x - 1;
}
