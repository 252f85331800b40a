static int alive;
struct Counted {
    Counted() {
        ++alive;
    }
    ~Counted() {
        --alive;
    }
};
Counted one;
Counted two;
int main() {
    return alive - 2;
}
