int one(int), two(int);
int f(int a) { return one(a) + two(a); }
