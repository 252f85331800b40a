struct Error {
    int code;
    Error(int c) : code(c) {}
    Error(const Error &other) : code(other.code) {
        ++code;
    }
    ~Error() {
        code = 0;
    }
};
int main(int n, char **) {
    int seen = 0;
    try {
        throw Error(n);
    } catch (Error error) {
        seen = error.code;
    }
    return seen == 2 ? 0 : 1;
}
