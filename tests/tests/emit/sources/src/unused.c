int unused(int x) { return x > 4 ? 5 : x; }
