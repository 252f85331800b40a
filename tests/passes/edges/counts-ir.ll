;; Other targets count in IR.
; pipeline: edges<pcs=off;records=off>
; codegen: no
; hide: constructor, target
target triple = "aarch64-unknown-linux-gnu"
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
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !3
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
