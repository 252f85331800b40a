int f(int a) { return a + nothing_of_the_kind; }
