int in_library(int);
extern int (*library_table[])(int);
