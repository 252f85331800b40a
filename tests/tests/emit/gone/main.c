#include <stdio.h>
int f(int);
int main(int c, char **v) { return printf("%d\n", f(c)) < 0; }
