int a(int), b(int), first(void), second(void), third(void);
int main(int c, char **v) { (void)v; return a(c) + b(c) + first() + second() + third(); }
