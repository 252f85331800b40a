; pipeline: capture<head=missing;table=no-head.table>
; fails: pass `capture`: missing: No such file
target triple = "x86_64-pc-linux-gnu"
