#define NAME s
.globl NAME
NAME: ret
.section .note.GNU-stack,"",@progbits
