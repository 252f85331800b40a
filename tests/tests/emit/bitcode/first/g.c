int f(int);
int g(int a) { return a > 1 ? f(a) : 1; }
