int hidden(int x) { return x + 1; }
int in_library(int x) { return x > 'a' ? hidden(x) : 0x4711 + x; }
