; pipeline: edges<prune=novelty;count=wrap;pcs=off;records=off>
; hide: constructor, target
;; Only one way leads on from %entry that is not undefined: its counter would always equal the entry's. Around the loop
;; the edges in and out are one class again, for nothing in it may end the function.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %loop, label %never
never:
  unreachable
loop:
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; define i32 @f(i1 %c, ptr %p) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %c, label %loop, label %never
;
; never:                                            ; preds = %entry
;   unreachable
;
; loop:                                             ; preds = %loop.loop_crit_edge, %entry
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %loop
;
; end:                                              ; preds = %loop
;   ret i32 1
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"2"}
; !1 = !{!"edges", !"4"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
