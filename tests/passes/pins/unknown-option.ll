; pipeline: pins<what=all>
; fails: unknown option `what`; it takes stage
target triple = "x86_64-pc-linux-gnu"
