# Linked first under gold: the counters of a shared library begin a page.
	.section __sancov_cntrs, "awR", @progbits
	.p2align 12
	.section .note.GNU-stack, "", @progbits
