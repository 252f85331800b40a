#ifndef N
#define N 7
#endif
#ifndef F
#define F f
#endif
int F(int a) { if (a > 3) return a * 2; return a ? N : 9; }
