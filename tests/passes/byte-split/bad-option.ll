; pipeline: byte-split<mode=heavy>
; fails: `mode` is one of full, light
target triple = "x86_64-pc-linux-gnu"
