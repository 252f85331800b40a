static inline int thrice(int x) { return x > 3 ? x * 3 : 9; }
