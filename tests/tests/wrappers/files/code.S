#define FIVE 5
.globl f
f:
  mov $FIVE, %eax
  ret
.section .note.GNU-stack,"",@progbits
