; pipeline: taint<colour=red>
; fails: unknown option `colour`; it takes addresses-read, unlabelled, stage
target triple = "x86_64-pc-linux-gnu"
