; pipeline: selection<deny-list=no/such/list>
; fails: the list no/such/list cannot be read
define void @f() {
  ret void
}
