; pipeline: pins,dictionary<colour=red>
; fails: unknown option `colour`; it takes ignore, stage
target triple = "x86_64-pc-linux-gnu"
