#define BESIDE 4
