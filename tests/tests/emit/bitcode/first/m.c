#include <stdio.h>
int f(int), g(int), h(int);
int main(int c, char **v) { (void)v; printf("%d %d %d\n", f(c), g(c), h(c)); return 3; }
