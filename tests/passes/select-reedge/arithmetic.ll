;; Operations that decide inside. A value that is looked at twice must not change between.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i32 @extrema(i32 %x, i32 noundef %y) {
  %a = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  %b = call i32 @llvm.umax.i32(i32 %a, i32 7)
  ret i32 %b
}

define i32 @absolute(i32 noundef %x) {
  %a = call i32 @llvm.abs.i32(i32 %x, i1 true)
  ret i32 %a
}

define i8 @three_way(i32 noundef %x, i32 noundef %y) {
  %a = call i8 @llvm.scmp.i8.i32(i32 %x, i32 %y)
  ret i8 %a
}

define double @float(double noundef %x, double noundef %y) {
  %a = call double @llvm.maxnum.f64(double %x, double %y)
  ret double %a
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @extrema(i32 %x, i32 noundef %y) {
;   %1 = freeze i32 %x
;   %2 = icmp slt i32 %1, %y
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %0
;   br label %5
;
; 4:                                                ; preds = %0
;   br label %5
;
; 5:                                                ; preds = %4, %3
;   %6 = phi i32 [ %1, %3 ], [ %y, %4 ]
;   %7 = icmp ugt i32 %6, 7
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %5
;   br label %10
;
; 9:                                                ; preds = %5
;   br label %10
;
; 10:                                               ; preds = %9, %8
;   %11 = phi i32 [ %6, %8 ], [ 7, %9 ]
;   ret i32 %11
; }
;
; define i32 @absolute(i32 noundef %x) {
;   %1 = icmp slt i32 %x, 0
;   %2 = sub i32 0, %x
;   br i1 %1, label %3, label %4
;
; 3:                                                ; preds = %0
;   br label %5
;
; 4:                                                ; preds = %0
;   br label %5
;
; 5:                                                ; preds = %4, %3
;   %6 = phi i32 [ %2, %3 ], [ %x, %4 ]
;   ret i32 %6
; }
;
; define i8 @three_way(i32 noundef %x, i32 noundef %y) {
;   %1 = icmp sgt i32 %x, %y
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   %5 = phi i8 [ 1, %2 ], [ 0, %3 ]
;   %6 = icmp slt i32 %x, %y
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %4
;   br label %9
;
; 8:                                                ; preds = %4
;   br label %9
;
; 9:                                                ; preds = %8, %7
;   %10 = phi i8 [ -1, %7 ], [ %5, %8 ]
;   ret i8 %10
; }
;
; define double @float(double noundef %x, double noundef %y) {
;   %a = call double @llvm.maxnum.f64(double %x, double %y), !fz.kept !1
;   %1 = fcmp ogt double %x, %y
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   %5 = phi double [ %x, %2 ], [ %a, %3 ]
;   ret double %5
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.abs.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.maxnum.f64(double, double) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare range(i8 -1, 2) i8 @llvm.scmp.i8.i32(i32, i32) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smin.i32(i32, i32) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umax.i32(i32, i32) #1
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"6"}
; !1 = !{}
