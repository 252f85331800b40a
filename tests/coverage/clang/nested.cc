struct A {};
struct B {};
int main(int n, char **) {
    int way = 0;
    try {
        try {
            if (n)
                throw B();
        } catch (A &) {
            way = 1;
        }
        way = 2;
    } catch (B &) {
        try {
            throw A();
        } catch (A &) {
            way = 3;
        }
    }
    return way - 3;
}
