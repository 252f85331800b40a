#include "../include/api.h"
int in_archive(const char *s) { if (s[0] == 'A') if (s[1] == 'B') return 7; return s[2] > 'x' ? 1 : 0; }
