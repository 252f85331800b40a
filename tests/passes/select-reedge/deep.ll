;; A condition that would become too many branches is one, and is counted.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i1 @f(i1 noundef %a, i1 noundef %b) {
  %1 = xor i1 %a, %b
  %2 = xor i1 %b, %1
  %3 = xor i1 %1, %2
  %4 = xor i1 %2, %3
  %5 = xor i1 %3, %4
  %6 = xor i1 %4, %5
  %7 = xor i1 %5, %6
  %8 = xor i1 %6, %7
  ret i1 %8
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @f(i1 noundef %a, i1 noundef %b) {
;   %1 = xor i1 %a, %b
;   %2 = xor i1 %b, %1
;   %3 = xor i1 %1, %2
;   %4 = xor i1 %2, %3
;   %5 = xor i1 %3, %4
;   %6 = xor i1 %4, %5
;   %7 = xor i1 %5, %6
;   %8 = xor i1 %6, %7
;   %9 = freeze i1 %8
;   br i1 %9, label %10, label %11
;
; 10:                                               ; preds = %0
;   br label %12
;
; 11:                                               ; preds = %0
;   br label %12
;
; 12:                                               ; preds = %11, %10
;   %13 = phi i1 [ true, %10 ], [ false, %11 ]
;   ret i1 %13
; }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:select-reedge", !"1"}
; !1 = !{!"skipped:select-reedge:deep-condition", !"1"}
