; pipeline: guards<colour=red>
; fails: unknown option `colour`; it takes sites, exploit
define void @f() {
  ret void
}
