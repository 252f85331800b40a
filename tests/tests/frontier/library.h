int in_library(int);
