; pipeline: sites<colour=red>
; fails: unknown option `colour`; it takes integers, floats, addresses, choices, switches, divisors, indices, calls, pointers, guards, allocations, lengths, callees, truths, shifts, loops, bits, stage, records
target triple = "x86_64-pc-linux-gnu"
