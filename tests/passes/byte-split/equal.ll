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
;   %0 = xor i32 %x, 305419896
;   %1 = and i32 %0, -1
;   %2 = call i32 @llvm.cttz.i32(i32 %1, i1 false)
;   %3 = lshr i32 %2, 3
;   switch i32 %3, label %4 [
;     i32 1, label %4
;     i32 2, label %4
;     i32 3, label %4
;     i32 4, label %yes
;   ]
;
; yes:                                              ; preds = %entry
;   br label %no
;
; 4:                                                ; preds = %entry, %entry, %entry, %entry
;   br label %no
;
; no:                                               ; preds = %4, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %4 ]
;   ret i32 %r
; }
;
; define i1 @value(i16 %x, i16 %y) {
;   %1 = freeze i16 %x
;   %2 = freeze i16 %y
;   %3 = xor i16 %1, %2
;   %4 = and i16 %3, -1
;   %5 = call i16 @llvm.cttz.i16(i16 %4, i1 false)
;   %6 = lshr i16 %5, 3
;   switch i16 %6, label %7 [
;     i16 1, label %7
;     i16 2, label %8
;   ]
;
; 7:                                                ; preds = %0, %0
;   br label %9
;
; 8:                                                ; preds = %0
;   br label %9
;
; 9:                                                ; preds = %8, %7
;   %10 = phi i1 [ true, %7 ], [ false, %8 ]
;   ret i1 %10
; }
;
; define i1 @odd(i20 noundef %x) {
;   %1 = xor i20 %x, 74565
;   %2 = and i20 %1, -1
;   %3 = zext i20 %2 to i24
;   %4 = call i24 @llvm.cttz.i24(i24 %3, i1 false)
;   %5 = lshr i24 %4, 3
;   switch i24 %5, label %7 [
;     i24 1, label %7
;     i24 2, label %7
;     i24 3, label %6
;   ]
;
; 6:                                                ; preds = %0
;   br label %8
;
; 7:                                                ; preds = %0, %0, %0
;   br label %8
;
; 8:                                                ; preds = %7, %6
;   %9 = phi i1 [ true, %6 ], [ false, %7 ]
;   ret i1 %9
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.cttz.i32(i32, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i16 @llvm.cttz.i16(i16, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i24 @llvm.cttz.i24(i24, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"3"}
