; pipeline: edges<prune=novelty;count=wrap;pcs=off;records=off>
; hide: constructor, target
;; The same with a call that may not return, and with one that promises to.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @g()
declare void @h() nounwind willreturn

define i32 @f(ptr %p) {
entry:
  br label %loop
loop:
  call void @g()
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}

define i32 @k(ptr %p) {
entry:
  br label %loop
loop:
  call void @h()
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}
;; expected
; $f = comdat nodeduplicate
;
; $k = comdat nodeduplicate
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.k = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($k), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.k], section "llvm.metadata"
;
; declare void @g()
;
; ; Function Attrs: nounwind willreturn
; declare void @h() #0
;
; define i32 @f(ptr %p) #1 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !4
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !4
;   br label %loop
;
; loop:                                             ; preds = %loop.loop_crit_edge, %entry
;   call void @g()
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !4
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !4
;   br label %loop
;
; end:                                              ; preds = %loop
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !4
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !4
;   ret i32 1
; }
;
; define i32 @k(ptr %p) #1 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.k, align 1, !nosanitize !4
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.k, align 1, !nosanitize !4
;   br label %loop
;
; loop:                                             ; preds = %loop.loop_crit_edge, %entry
;   call void @h()
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.k, i64 1), align 1, !nosanitize !4
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.k, i64 1), align 1, !nosanitize !4
;   br label %loop
;
; end:                                              ; preds = %loop
;   ret i32 1
; }
;
; attributes #0 = { nounwind willreturn }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2, !1, !3}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"counters", !"2"}
; !3 = !{!"functions", !"2"}
; !4 = !{}
