; pipeline: edges<prune=path;count=wrap;pcs=off;records=off>
; hide: constructor, target
;; Of each decision one way needs no counter, in the loop the hotter one. @local is called directly alone, where the
;; counters of @f tell how often: its entry needs none either.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %a, label %join
a:
  %x = call i32 @local(i1 %d)
  br label %join
join:
  br label %loop
loop:
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}

define internal i32 @local(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
;; expected
; $f = comdat nodeduplicate
;
; $local = comdat nodeduplicate
;
; @__fz_edges.f = private global [4 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.local = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($local), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.local], section "llvm.metadata"
;
; define i32 @f(i1 %c, i1 %d, ptr %p) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !5
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !5
;   br i1 %c, label %a, label %join
;
; a:                                                ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !5
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !5
;   %x = call i32 @local(i1 %d)
;   br label %join
;
; join:                                             ; preds = %a, %entry
;   br label %loop
;
; loop:                                             ; preds = %loop.loop_crit_edge, %join
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !5
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !5
;   br label %loop
;
; end:                                              ; preds = %loop
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !5
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !5
;   ret i32 1
; }
;
; define internal i32 @local(i1 %c) #0 comdat {
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   ret i32 1
;
; b:                                                ; preds = %0
;   %1 = load i8, ptr @__fz_edges.local, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local, align 1, !nosanitize !5
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"counters", !"4"}
; !1 = !{!"edges", !"5"}
; !2 = !{!"counters", !"1"}
; !3 = !{!"edges", !"3"}
; !4 = !{!"functions", !"2"}
; !5 = !{}
