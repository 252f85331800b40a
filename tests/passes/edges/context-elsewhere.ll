; pipeline: edges<context=callsite;count=wrap;pcs=off;records=off>
; hide: constructor, target
;; No register for tokens: nothing is split.
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"
target triple = "riscv32-unknown-linux-gnu"

define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = call i32 @f(i1 false)
  ret i32 1
b:
  ret i32 2
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; define i32 @f(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %x = call i32 @f(i1 false)
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
