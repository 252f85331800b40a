int a(int x) { return x > 1 ? x * 3 : x - 1; }
