# Linked last under gold: marks the end of the counters, then pads them to a whole page.
	.section __sancov_cntrs, "awR", @progbits, unique, 1
	.hidden __fz_counters_end
	.globl __fz_counters_end
__fz_counters_end:
	.section __sancov_cntrs, "awR", @progbits, unique, 2
	.p2align 12
	.section .note.GNU-stack, "", @progbits
