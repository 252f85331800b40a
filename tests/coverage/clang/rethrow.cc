static int inner(int n) {
    try {
        throw n;
    } catch (int &caught) {
        caught += 1;
        throw;
    }
}
int main(int n, char **) {
    try {
        inner(n);
    } catch (int caught) {
        return caught - 2;
    }
    return 1;
}
