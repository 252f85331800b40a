#include <stdio.h>
int f(int);
int main(int c, char **v) { (void)v; printf("%d\n", f(c)); return 3; }
