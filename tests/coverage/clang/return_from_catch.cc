static int code(int n) {
    try {
        if (n)
            throw 1L;
        return 5;
    } catch (int) {
        return 1;
    } catch (long) {
        return 2;
    }
}
int main(int n, char **) {
    return code(n) - 2;
}
