; pipeline: edges<form=asm>
; fails: `form=asm` exists for x86-64
target triple = "aarch64-unknown-linux-gnu"
define void @f() {
  ret void
}
