int h(int a) { return a > 2 ? 5 : 6; }
