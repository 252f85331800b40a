int f(int x) { int unused; if (x = 1) return 2; }
#warning said
