static int name(int c) {
    switch (c & 1) {
    case 0:
        return 1;
    case 1:
        return 2;
    default:
        __builtin_unreachable();
    }
}
int main(int n, char **) {
    if (n < 0)
        __builtin_unreachable();
    return name(n) - 2;
}
// differs: condition 7:5 true: nothing follows it
// differs: condition 12:9 true: nothing follows it
