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
// differs: line 6: clang writes its counts before global objects end
// differs: line 7: the same
// differs: line 8: the same
// differs: function _ZN7CountedD2Ev: the same
