;; The default: saturating, in two memory instructions.
; pipeline: edges<pcs=off;records=off>
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
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.f, ptr elementtype(i8) @__fz_edges.f) #2, !nosanitize !3
;   ret void
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
