; pipeline: guards<colour=red>
; fails: unknown option `colour`; it takes checks, sites, exploit
define void @f() {
  ret void
}
