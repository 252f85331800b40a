;; Where the runtime cannot change code, there are steps in the compare's place.
; pipeline: byte-split<gates=on>
target triple = "aarch64-unknown-linux-gnu"

define i1 @value(i16 noundef %x) {
  %c = icmp eq i16 %x, 4660
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
; target triple = "aarch64-unknown-linux-gnu"
;
; define i1 @value(i16 noundef %x) {
;   %1 = xor i16 %x, 4660
;   %2 = and i16 %1, -1
;   %3 = and i16 %2, 255
;   %4 = icmp eq i16 %3, 0
;   br i1 %4, label %7, label %6
;
; 5:                                                ; preds = %7
;   br label %11
;
; 6:                                                ; preds = %0
;   br label %10
;
; 7:                                                ; preds = %0
;   %8 = icmp eq i16 %2, 0
;   br i1 %8, label %5, label %9, !fz.step !1
;
; 9:                                                ; preds = %7
;   br label %10
;
; 10:                                               ; preds = %9, %6
;   br label %11
;
; 11:                                               ; preds = %10, %5
;   %12 = phi i1 [ true, %5 ], [ false, %10 ]
;   ret i1 %12
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{}
