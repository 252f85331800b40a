;; A unit of which clang's plugin has said why it is not captured.
; pipeline: capture<head=missing;table=missing>
target triple = "x86_64-pc-linux-gnu"

define void @f() {
  ret void
}
