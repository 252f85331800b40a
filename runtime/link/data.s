# One byte of .data, so that `INSERT AFTER .data` has something to follow.
	.section .data, "aw", @progbits
	.byte 0
# In shared libraries bfd keeps the first section of a name that `__start_…` refers to, and with it the function in its
# COMDAT group, live or not. These are first, and empty.
	.section __sancov_cntrs, "aw", @progbits
	.section __sancov_pcs, "aw", @progbits
	.section __fz_functions, "aw", @progbits
	.section __fz_calls, "aw", @progbits
	.section .note.GNU-stack, "", @progbits
