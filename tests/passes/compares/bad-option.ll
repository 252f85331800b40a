; pipeline: compares<form=fast>
; fails: `form=fast`: `form` is one of trace, cmplog, angora, off
target triple = "x86_64-pc-linux-gnu"
