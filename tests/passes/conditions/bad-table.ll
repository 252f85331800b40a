; pipeline: conditions<table=missing>
; fails: pass `conditions`: cannot read missing: No such file
target triple = "x86_64-pc-linux-gnu"
