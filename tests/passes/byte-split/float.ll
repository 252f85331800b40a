; NaN and signed zeros are the compare's own affair.
; pipeline: byte-split<floats=on>
target triple = "x86_64-pc-linux-gnu"

define i1 @single(float noundef %x) {
  %c = fcmp oeq float %x, 1.5
  ret i1 %c
}

define i1 @zero(double noundef %x) {
  %c = fcmp ogt double %x, -0.0
  ret i1 %c
}

define i1 @nan(double noundef %x) {
  %c = fcmp uno double %x, 0.0
  ret i1 %c
}

define i1 @x87(x86_fp80 noundef %x) {
  %c = fcmp oeq x86_fp80 %x, 0xK3FFF8000000000000000
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @single(float noundef %x) {
;   %1 = bitcast float %x to i32
;   %2 = xor i32 %1, 1069547520
;   %3 = and i32 %2, -1
;   %4 = icmp eq i32 %3, 0
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %0
;   br label %16
;
; 6:                                                ; preds = %0
;   %7 = and i32 %2, -16777216
;   %8 = icmp eq i32 %7, 0
;   br i1 %8, label %9, label %16
;
; 9:                                                ; preds = %6
;   %10 = and i32 %2, 16711680
;   %11 = icmp eq i32 %10, 0
;   br i1 %11, label %12, label %16
;
; 12:                                               ; preds = %9
;   %13 = and i32 %2, 65280
;   %14 = icmp eq i32 %13, 0
;   br i1 %14, label %15, label %16
;
; 15:                                               ; preds = %12
;   br label %16
;
; 16:                                               ; preds = %15, %12, %9, %6, %5
;   %17 = fcmp oeq float %x, 1.500000e+00
;   br i1 %17, label %18, label %19
;
; 18:                                               ; preds = %16
;   br label %20
;
; 19:                                               ; preds = %16
;   br label %20
;
; 20:                                               ; preds = %19, %18
;   %21 = phi i1 [ true, %18 ], [ false, %19 ]
;   ret i1 %21
; }
;
; define i1 @zero(double noundef %x) {
;   %c = fcmp ogt double %x, -0.000000e+00
;   ret i1 %c
; }
;
; define i1 @nan(double noundef %x) {
;   %c = fcmp uno double %x, 0.000000e+00
;   ret i1 %c
; }
;
; define i1 @x87(x86_fp80 noundef %x) {
;   %c = fcmp oeq x86_fp80 %x, 0xK3FFF8000000000000000
;   ret i1 %c
; }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{!"left:byte-split:x87", !"1"}
; !2 = !{!"left:byte-split:zero-one", !"1"}
