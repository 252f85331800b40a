// What is defined here is not seen in a module.
#define x no_module
#include "thrice.h"

int main(void) { return thrice(2); }
