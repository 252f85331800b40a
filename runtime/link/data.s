# One byte of .data, so that `INSERT AFTER .data` has something to follow.
	.section .data, "aw", @progbits
	.byte 0
	.section .note.GNU-stack, "", @progbits
