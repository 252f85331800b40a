int f(int a) { if (a > 3) return a * 2; return a ? 7 : 9; }
