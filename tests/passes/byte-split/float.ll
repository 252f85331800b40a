;; NaN and signed zeros are the compare's own affair.
; pipeline: byte-split<floats=on>
; since: 23, 0xK3FFF8000000000000000 => 1.000000e+00
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
;   br label %13
;
; 6:                                                ; preds = %0
;   %7 = call i32 @llvm.ctlz.i32(i32 %3, i1 true)
;   %8 = lshr i32 %7, 3
;   switch i32 %8, label %12 [
;     i32 1, label %9
;     i32 2, label %10
;     i32 3, label %11
;   ], !fz.step !3
;
; 9:                                                ; preds = %6
;   br label %13
;
; 10:                                               ; preds = %6
;   br label %13
;
; 11:                                               ; preds = %6
;   br label %13
;
; 12:                                               ; preds = %6
;   br label %13
;
; 13:                                               ; preds = %12, %11, %10, %9, %5
;   %14 = fcmp oeq float %x, 1.500000e+00
;   br i1 %14, label %15, label %16
;
; 15:                                               ; preds = %13
;   br label %17
;
; 16:                                               ; preds = %13
;   br label %17
;
; 17:                                               ; preds = %16, %15
;   %18 = phi i1 [ true, %15 ], [ false, %16 ]
;   ret i1 %18
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
; !1 = !{!"skipped:byte-split:x87", !"1"}
; !2 = !{!"skipped:byte-split:zero-one", !"1"}
; !3 = !{}
