inline int shared(int n) { return n > 2 ? n * 3 : 1; }
