#define SIX 6
.globl h
h:
  mov $SIX, %eax
  ret
.section .note.GNU-stack,"",@progbits
