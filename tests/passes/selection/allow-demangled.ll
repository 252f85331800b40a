; pipeline: selection<allow=ns::%2A;allow=nothing_like_it>,unit-record<profile=fuzz>
target triple = "x86_64-pc-linux-gnu"
define void @_ZN2ns5parseEi(i32 %x) {
  ret void
}
define void @_ZN3std3outEv() {
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_units,\22\22,%progbits"
; module asm ".ascii \22FZU1\\020\\001\\000\\000{\\\22branches\\\22:0,\\\22counters\\\22:0,\\\22design\\\22:null,\\\22edges\\\22:0,\\\22func\22"
; module asm ".ascii \22tions\\\22:0,\\\22guards\\\22:0,\\\22profile\\\22:\\\22fuzz\\\22,\\\22reason\\\22:null,\\\22refactored\\\22:\22"
; module asm ".ascii \22null,\\\22selection\\\22:{\\\22nothing_like_it\\\22:0,\\\22ns::*\\\22:1},\\\22selects\\\22:0,\\\22sk\22"
; module asm ".ascii \22ipped\\\22:{\\\22not-instrumented\\\22:1,\\\22selection\\\22:1},\\\22source\\\22:\\\22in.ll\\\22,\\\22tr\22"
; module asm ".ascii \22ansforms\\\22:{}}\\000\\000\\000\22"
; module asm ".popsection"
;
; define void @_ZN2ns5parseEi(i32 %x) {
;   ret void
; }
;
; define void @_ZN3std3outEv() #0 {
;   ret void
; }
;
; attributes #0 = { "fz-excluded" }
;
; !fz.facts = !{!0, !1, !2, !3}
;
; !0 = !{!"selection:ns::*", !"0"}
; !1 = !{!"selection:nothing_like_it", !"0"}
; !2 = !{!"selection:ns::*", !"1"}
; !3 = !{!"recorded", !"1"}
