.file "third.asm"
.text
.globl third
third: xorl %eax, %eax
 ret
