.text
.globl first
first: xorl %eax, %eax
 ret
