struct Root {
    int n;
    Root() : n(1) {
    }
    virtual ~Root() {
        n = 0;
    }
};
struct Left : virtual Root {
    Left() {
        n += 1;
    }
};
struct Right : virtual Root {
    Right() {
        n += 2;
    }
};
struct Both : Left, Right {
    Both() {
        n += 4;
    }
    ~Both() {
        n = 9;
    }
};
int main() {
    Both both;
    return both.n - 8;
}
