; pipeline: split-returns<hard=on>
; fails: unknown option `hard`; it takes no options
target triple = "x86_64-pc-linux-gnu"
