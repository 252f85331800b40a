; pipeline: edges<count=sometimes>
; fails: `count` is one of saturate, wrap, never-zero
define void @f() {
  ret void
}
