int g(int x) { return x == 77 ? 1 : 2; }
