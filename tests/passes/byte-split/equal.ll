; A byte at a time, from the highest.
; pipeline: byte-split
target triple = "x86_64-pc-linux-gnu"

define i32 @constant(i32 noundef %x) {
entry:
  %c = icmp eq i32 %x, 305419896
  br i1 %c, label %yes, label %no

yes:
  br label %no

no:
  %r = phi i32 [ 1, %yes ], [ 0, %entry ]
  ret i32 %r
}

define i1 @value(i16 %x, i16 %y) {
  %c = icmp ne i16 %x, %y
  ret i1 %c
}

define i1 @odd(i20 noundef %x) {
  %c = icmp eq i20 %x, 74565
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @constant(i32 noundef %x) {
; entry:
;   %0 = icmp eq i32 %x, 305419896
;   br i1 %0, label %yes, label %1
;
; yes:                                              ; preds = %entry
;   br label %no
;
; 1:                                                ; preds = %entry
;   %2 = xor i32 %x, 305419896
;   %3 = and i32 %2, -1
;   %4 = call i32 @llvm.cttz.i32(i32 %3, i1 true)
;   %5 = lshr i32 %4, 3
;   switch i32 %5, label %6 [
;     i32 1, label %6
;     i32 2, label %6
;     i32 3, label %6
;   ]
;
; 6:                                                ; preds = %1, %1, %1, %1
;   br label %no
;
; no:                                               ; preds = %6, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %6 ]
;   ret i32 %r
; }
;
; define i1 @value(i16 %x, i16 %y) {
;   %1 = freeze i16 %x
;   %2 = freeze i16 %y
;   %3 = icmp eq i16 %1, %2
;   br i1 %3, label %10, label %4
;
; 4:                                                ; preds = %0
;   %5 = xor i16 %1, %2
;   %6 = and i16 %5, -1
;   %7 = call i16 @llvm.cttz.i16(i16 %6, i1 true)
;   %8 = lshr i16 %7, 3
;   switch i16 %8, label %9 [
;     i16 1, label %9
;   ]
;
; 9:                                                ; preds = %4, %4
;   br label %11
;
; 10:                                               ; preds = %0
;   br label %11
;
; 11:                                               ; preds = %10, %9
;   %12 = phi i1 [ true, %9 ], [ false, %10 ]
;   ret i1 %12
; }
;
; define i1 @odd(i20 noundef %x) {
;   %1 = icmp eq i20 %x, 74565
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   br label %9
;
; 3:                                                ; preds = %0
;   %4 = xor i20 %x, 74565
;   %5 = and i20 %4, -1
;   %6 = call i20 @llvm.cttz.i20(i20 %5, i1 true)
;   %7 = lshr i20 %6, 3
;   switch i20 %7, label %8 [
;     i20 1, label %8
;     i20 2, label %8
;   ]
;
; 8:                                                ; preds = %3, %3, %3
;   br label %9
;
; 9:                                                ; preds = %8, %2
;   %10 = phi i1 [ true, %2 ], [ false, %8 ]
;   ret i1 %10
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.cttz.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i16 @llvm.cttz.i16(i16, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i20 @llvm.cttz.i20(i20, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"3"}
