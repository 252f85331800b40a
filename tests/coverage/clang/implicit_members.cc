struct Left {
    int a = 1;
    virtual int l() {
        return 1;
    }
};
struct Right {
    int b = 2;
    virtual int r() {
        return 2;
    }
    virtual ~Right() {
        b = 0;
    }
};
struct Both : Left, Right {
    int r() override {
        return 3;
    }
};
int main(int n, char **) {
    Both both;
    Right *right = &both;
    return right->r() + (n > 9 ? both.l() : 0) - 3;
}
