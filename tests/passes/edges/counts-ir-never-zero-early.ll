;; Before LICM the accesses are volatile.
; pipeline: edges<count=never-zero;form=ir;stage=early;pcs=off;records=off>
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
;   %1 = load volatile i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   %3 = icmp eq i8 %2, 0
;   %4 = zext i1 %3 to i8
;   %5 = add i8 %2, %4
;   store volatile i8 %5, ptr @__fz_edges.f, align 1, !nosanitize !3
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
