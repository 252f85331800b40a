;; A function that counts writes memory, and so do its callers, whatever was inferred before.
; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define i32 @pure(i32 %x) memory(none) speculatable willreturn nounwind {
  ret i32 %x
}
define i32 @caller(i32 %x) memory(none) {
  %a = call i32 @pure(i32 %x) memory(none)
  %b = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %b
}
declare i32 @llvm.abs.i32(i32, i1)
;; expected
; $pure = comdat nodeduplicate
;
; $caller = comdat nodeduplicate
;
; @__fz_edges.pure = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($pure), align 1
; @__fz_edges.caller = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($caller), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.pure, ptr @__fz_edges.caller], section "llvm.metadata"
;
; ; Function Attrs: nounwind willreturn
; define i32 @pure(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.pure, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.pure, align 1, !nosanitize !3
;   ret i32 %x
; }
;
; define i32 @caller(i32 %x) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.caller, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.caller, align 1, !nosanitize !3
;   %a = call i32 @pure(i32 %x)
;   %b = call i32 @llvm.abs.i32(i32 %a, i1 false)
;   ret i32 %b
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.abs.i32(i32, i1 immarg) #2
;
; attributes #0 = { nounwind willreturn "fz-edges" }
; attributes #1 = { "fz-edges" }
; attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"2"}
; !3 = !{}
