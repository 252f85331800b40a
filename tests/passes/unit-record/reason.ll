; pipeline: edges<count=wrap;pcs=off;records=off>,unit-record<profile=fuzz;design=extension-points;reason=lto>
; show: section .debug_fz_units
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  ret void
}
define void @g() noprofile {
  ret void
}
;; expected
; module asm ".pushsection .debug_fz_units,\22\22,%progbits"
; module asm ".ascii \22FZU1\\000\\001\\000\\000{\\\22branches\\\22:0,\\\22counters\\\22:1,\\\22design\\\22:\\\22extension-points\\\22,\\\22\22"
; module asm ".ascii \22edges\\\22:1,\\\22functions\\\22:1,\\\22guards\\\22:0,\\\22profile\\\22:\\\22fuzz\\\22,\\\22reason\\\22:\\\22lto\22"
; module asm ".ascii \22\\\22,\\\22refactored\\\22:null,\\\22selection\\\22:{},\\\22selects\\\22:0,\\\22skipped\\\22:{\\\22no-pr\22"
; module asm ".ascii \22ofile-instrument-function\\\22:1},\\\22source\\\22:\\\22in.ll\\\22,\\\22transforms\\\22:{}}\\000\22"
; module asm ".popsection"
