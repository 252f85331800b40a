int a(int), b(int); int main(int c, char **v) { (void)v; return a(c) + b(c) > 90; }
