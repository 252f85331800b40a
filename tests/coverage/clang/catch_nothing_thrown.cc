static int twice(int n) {
    if (n > 100)
        throw n;
    return 2 * n;
}
int main(int n, char **) {
    int all = 0;
    try {
        all += twice(n);
    } catch (int caught) {
        all = caught;
    } catch (...) {
        all = -1;
    }
    return all - 2;
}
