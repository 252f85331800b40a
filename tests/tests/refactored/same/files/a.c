#include "inc/x.h"
int main(int c, char **v) { (void)v; return c > X && c < 9 ? 1 : 0; }
