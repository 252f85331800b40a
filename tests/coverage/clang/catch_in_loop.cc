static void odd(int n) {
    if (n % 2)
        throw n;
}
int main() {
    int thrown = 0;
    for (int i = 0; i < 4; ++i) {
        try {
            odd(i);
        } catch (int) {
            ++thrown;
            continue;
        }
        thrown += 10;
    }
    return thrown - 22;
}
