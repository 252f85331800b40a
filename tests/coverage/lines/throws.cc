// inputs: t r o
#include <cstdio>
#include <stdexcept>

struct Trace {
    int *n;
    ~Trace() { ++*n; } // ran: xxx
};

static void thrower(int c) {
    if (c == 't') throw std::runtime_error("t"); // ran: xxx
    if (c == 'r') throw 4; // ran: -xx
}

static int through(int c, int *n) {
    Trace trace{n}; // ran: xxx
    thrower(c); // ran: xxx
    *n += 4; // ran: --x
    return *n; // ran: --x
}

int main() {
    int c = getchar(), n = 0; // ran: xxx
    try {
        n += through(c, &n); // ran: xxx
        puts("through"); // ran: --x
    } catch (const std::exception &e) {
        puts(e.what()); // ran: x--
    } catch (...) {
        puts("other"); // ran: -x-
    }
    return 0; // ran: xxx
}
