.globl five
.type five, @function
five:
  mov $5, %eax
  ret
.size five, .-five
.section .note.GNU-stack,"",@progbits
