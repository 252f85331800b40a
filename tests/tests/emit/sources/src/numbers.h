#define FACTOR 1
