# Linked first under gold: aligns the counters of a shared library to a page.
	.section __sancov_cntrs, "awR", @progbits
	.p2align 12
	.section .note.GNU-stack, "", @progbits
