struct Size {
    int w, h;
    Size(int a, int b) : w(a), h(b) {
    }
    Size(int a) : Size(a, a) {
        if (w > 8)
            throw w;
    }
    Size() : Size(2) {
    }
};
int main() {
    Size size;
    return size.w - size.h;
}
