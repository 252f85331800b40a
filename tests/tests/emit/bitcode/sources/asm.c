__asm__(".globl outside\noutside:\n  lea 2(%rdi), %eax\n  ret\n");
int outside(int);
int from_asm(int x) { int y; __asm__("lea (%1,%1), %0" : "=r"(y) : "r"(x)); return outside(y); }
