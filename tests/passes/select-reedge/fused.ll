;; Conditions that arithmetic has made one of are two again.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i1 @both_zero(i32 noundef %x, i32 noundef %y) {
  %d = xor i32 %x, 77
  %o = or i32 %d, %y
  %c = icmp eq i32 %o, 0
  ret i1 %c
}

define i1 @some_zero(i32 noundef %x, i32 noundef %y) {
  %m = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  %c = icmp eq i32 %m, 0
  ret i1 %c
}

define i1 @both_below(i32 noundef %x, i32 noundef %y) {
  %m = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  %c = icmp slt i32 %m, 9
  ret i1 %c
}

define i1 @digit(i8 noundef %x) {
  %s = add i8 %x, -48
  %c = icmp ult i8 %s, 10
  ret i1 %c
}

define i1 @around_zero(i8 noundef %x) {
  %s = add i8 %x, 3
  %c = icmp ugt i8 %s, 8
  ret i1 %c
}

define i1 @around_both_ends(i8 noundef %x) {
  %s = add i8 %x, -100
  %c = icmp ult i8 %s, -56
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @both_zero(i32 noundef %x, i32 noundef %y) {
;   %1 = icmp eq i32 %x, 77
;   br i1 %1, label %2, label %5
;
; 2:                                                ; preds = %0
;   %3 = icmp eq i32 %y, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   br label %6
;
; 5:                                                ; preds = %0, %2
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = phi i1 [ true, %4 ], [ false, %5 ]
;   ret i1 %7
; }
;
; define i1 @some_zero(i32 noundef %x, i32 noundef %y) {
;   %m = call i32 @llvm.umin.i32(i32 %x, i32 %y)
;   %1 = icmp eq i32 %x, 0
;   br i1 %1, label %4, label %2
;
; 2:                                                ; preds = %0
;   %3 = icmp eq i32 %y, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0, %2
;   br label %6
;
; 5:                                                ; preds = %2
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = phi i1 [ true, %4 ], [ false, %5 ]
;   ret i1 %7
; }
;
; define i1 @both_below(i32 noundef %x, i32 noundef %y) {
;   %m = call i32 @llvm.smax.i32(i32 %x, i32 %y)
;   %1 = icmp slt i32 %x, 9
;   br i1 %1, label %2, label %5
;
; 2:                                                ; preds = %0
;   %3 = icmp slt i32 %y, 9
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   br label %6
;
; 5:                                                ; preds = %0, %2
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = phi i1 [ true, %4 ], [ false, %5 ]
;   ret i1 %7
; }
;
; define i1 @digit(i8 noundef %x) {
;   %1 = icmp uge i8 %x, 48
;   br i1 %1, label %2, label %5
;
; 2:                                                ; preds = %0
;   %3 = icmp ule i8 %x, 57
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   br label %6
;
; 5:                                                ; preds = %0, %2
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = phi i1 [ true, %4 ], [ false, %5 ]
;   ret i1 %7
; }
;
; define i1 @around_zero(i8 noundef %x) {
;   %1 = icmp sge i8 %x, -3
;   br i1 %1, label %3, label %2
;
; 2:                                                ; preds = %0, %3
;   br label %6
;
; 3:                                                ; preds = %0
;   %4 = icmp sle i8 %x, 5
;   br i1 %4, label %5, label %2
;
; 5:                                                ; preds = %3
;   br label %6
;
; 6:                                                ; preds = %5, %2
;   %7 = phi i1 [ true, %2 ], [ false, %5 ]
;   ret i1 %7
; }
;
; define i1 @around_both_ends(i8 noundef %x) {
;   %s = add i8 %x, -100
;   %c = icmp ult i8 %s, -56
;   br i1 %c, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %4 = phi i1 [ true, %1 ], [ false, %2 ]
;   ret i1 %4
; }
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umin.i32(i32, i32) #0
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"6"}
