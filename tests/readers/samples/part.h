#define LATER 4
int part(int);
