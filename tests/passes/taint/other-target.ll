; pipeline: taint
; fails: labels are for x86_64 alone, and this is compiled for aarch64-unknown-linux-gnu; use another profile
target triple = "aarch64-unknown-linux-gnu"

define void @f() {
  ret void
}
