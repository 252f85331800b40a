# Linked last under gold: the end of the last page of a shared library's counters.
	.section __sancov_cntrs, "awR", @progbits
	.p2align 12
	.section .note.GNU-stack, "", @progbits
