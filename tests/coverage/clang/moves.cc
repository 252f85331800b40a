#include <utility>
struct Owner {
    int *p;
    Owner() : p(new int(3)) {
    }
    Owner(Owner &&o) : p(o.p) {
        o.p = nullptr;
    }
    Owner &operator=(Owner &&o) {
        std::swap(p, o.p);
        return *this;
    }
    ~Owner() {
        delete p;
    }
};
int main(int n, char **) {
    Owner a;
    Owner b(std::move(a));
    if (n > 4)
        a = std::move(b);
    return *b.p - 3;
}
