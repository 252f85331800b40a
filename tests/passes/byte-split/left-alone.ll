;; Counted by reason: 0 and 1, counters of loops, vectors, more than 128 bits, floats unless asked.
; pipeline: byte-split
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i32 noundef %n, i32 noundef %x, <2 x i32> %v, i200 %w, float %g, ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  %a = icmp eq i32 %x, 0
  %b = icmp slt i32 %x, 1
  %c = icmp eq <2 x i32> %v, zeroinitializer
  %d = icmp eq i200 %w, 7777777
  %e = fcmp oeq float %g, 3.0
  %f = icmp eq ptr %p, null
  %h = icmp eq i8 7, 7
  ret i32 %i
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i32 noundef %n, i32 noundef %x, <2 x i32> %v, i200 %w, float %g, ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %loop ]
;   %next = add i32 %i, 1
;   %more = icmp ult i32 %next, %n
;   br i1 %more, label %loop, label %end
;
; end:                                              ; preds = %loop
;   %a = icmp eq i32 %x, 0
;   %b = icmp slt i32 %x, 1
;   %c = icmp eq <2 x i32> %v, zeroinitializer
;   %d = icmp eq i200 %w, 7777777
;   %e = fcmp oeq float %g, 3.000000e+00
;   %f = icmp eq ptr %p, null
;   %h = icmp eq i8 7, 7
;   ret i32 %i
; }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"skipped:byte-split:floats", !"1"}
; !1 = !{!"skipped:byte-split:loop-counter", !"1"}
; !2 = !{!"skipped:byte-split:vector", !"1"}
; !3 = !{!"skipped:byte-split:wider-than-128-bits", !"1"}
; !4 = !{!"skipped:byte-split:zero-one", !"2"}
