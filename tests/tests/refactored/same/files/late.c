void f(void) { __asm__("no such instruction"); }
