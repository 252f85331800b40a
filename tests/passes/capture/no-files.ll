; pipeline: capture
; fails: pass `capture`: `head` and `table` name the files
target triple = "x86_64-pc-linux-gnu"
