static int helper(int x) { return x - 8; }
int deeper(int);
int in_part(int x) { return deeper(helper(x)); }
