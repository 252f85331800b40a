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
;   %4 = call i32 @llvm.ctlz.i32(i32 %3, i1 false)
;   %5 = lshr i32 %4, 3
;   switch i32 %5, label %7 [
;     i32 1, label %7
;     i32 2, label %7
;     i32 3, label %7
;     i32 4, label %6
;   ]
;
; 6:                                                ; preds = %0
;   br label %7
;
; 7:                                                ; preds = %0, %0, %0, %0, %6
;   %8 = fcmp oeq float %x, 1.500000e+00
;   br i1 %8, label %9, label %10
;
; 9:                                                ; preds = %7
;   br label %11
;
; 10:                                               ; preds = %7
;   br label %11
;
; 11:                                               ; preds = %10, %9
;   %12 = phi i1 [ true, %9 ], [ false, %10 ]
;   ret i1 %12
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
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{!"left:byte-split:x87", !"1"}
; !2 = !{!"left:byte-split:zero-one", !"1"}
