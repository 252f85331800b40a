# gold does not know INSERT. Linked first, this begins the counters' pages with the map's head byte. Flag R keeps the
# section under --gc-sections.
	.section __sancov_cntrs, "awR", @progbits
	.p2align 12
	.hidden __fz_map_head
	.globl __fz_map_head
__fz_map_head:
	.byte 0
	.section .note.GNU-stack, "", @progbits
