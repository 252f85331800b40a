inline int shared(const char *s) { int n = 0; while (*s) n += *s++ == 'x' ? 2 : 1; return n; }
