int g(int);
int f(int x) { return x > 2 ? g(x) : 42; }
