int missing(void);
int f(int a) { return a ? missing() : 1; }
