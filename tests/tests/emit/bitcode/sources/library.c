static int helper(int x) { return x / 2; }
int hidden(int x) { return helper(x); }
int in_library(int x) { return hidden(x) + 600; }
