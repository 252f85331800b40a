; pipeline: edges<count=wrap;pcs=off;records=off>,unit-record<profile=coverage;design=own-pipeline;refactored=yes;source=src/a.c>
; show: section .debug_fz_units
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  ret void
}
;; expected
; module asm ".pushsection .debug_fz_units,\22\22,%progbits"
; module asm ".ascii \22FZU1\\340\\000\\000\\000{\\\22branches\\\22:0,\\\22counters\\\22:1,\\\22design\\\22:\\\22own-pipeline\\\22,\\\22edge\22"
; module asm ".ascii \22s\\\22:1,\\\22functions\\\22:1,\\\22guards\\\22:0,\\\22profile\\\22:\\\22coverage\\\22,\\\22reason\\\22:null\22"
; module asm ".ascii \22,\\\22refactored\\\22:\\\22yes\\\22,\\\22selection\\\22:{},\\\22selects\\\22:0,\\\22skipped\\\22:{},\\\22sou\22"
; module asm ".ascii \22rce\\\22:\\\22src/a.c\\\22,\\\22transforms\\\22:{}}\\000\22"
; module asm ".popsection"
