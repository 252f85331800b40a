; pipeline: select-reedge<kinds=select+logics>
; fails: `kinds=logics`: `kinds` is one of select, logic
target triple = "x86_64-pc-linux-gnu"
