int unused(int x) { return x > 4; }
