# Linked last under gold: pads the counters of a shared library to a whole page.
	.section __sancov_cntrs, "awR", @progbits
	.p2align 12
	.section .note.GNU-stack, "", @progbits
