;; A module that has counters keeps them as they are.
; pipeline: edges<count=wrap;pcs=off;records=off>,edges<count=saturate>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  ret void
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; define void @f() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.f, align 1, !nosanitize !3
;   ret void
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
