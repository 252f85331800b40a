#include <dlfcn.h>
int main(int c, char **v) { return c > 1 && dlopen(v[1], 1); }
