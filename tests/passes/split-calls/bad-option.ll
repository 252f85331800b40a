; pipeline: split-calls<unroll=0>
; fails: `unroll` is a number from 1 to 256, not `0`
define void @f() {
  ret void
}
