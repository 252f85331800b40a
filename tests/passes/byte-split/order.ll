; The steps find the first byte that differs; the compare itself decides.
; pipeline: byte-split
target triple = "x86_64-pc-linux-gnu"

define i1 @signed(i32 noundef %x, i32 noundef %y) {
  %c = icmp slt i32 %x, %y
  ret i1 %c
}

define i1 @frozen(ptr %p) {
  %x = load i16, ptr %p
  %c = icmp ugt i16 %x, 4660
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @signed(i32 noundef %x, i32 noundef %y) {
;   %1 = xor i32 %x, %y
;   %2 = and i32 %1, -256
;   %3 = call i32 @llvm.ctlz.i32(i32 %2, i1 false)
;   %4 = lshr i32 %3, 3
;   switch i32 %4, label %6 [
;     i32 1, label %6
;     i32 2, label %6
;     i32 4, label %5
;   ]
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %0, %0, %0, %5
;   %7 = icmp slt i32 %x, %y
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %6
;   br label %10
;
; 9:                                                ; preds = %6
;   br label %10
;
; 10:                                               ; preds = %9, %8
;   %11 = phi i1 [ true, %8 ], [ false, %9 ]
;   ret i1 %11
; }
;
; define i1 @frozen(ptr %p) {
;   %x = load i16, ptr %p, align 2
;   %1 = freeze i16 %x
;   %2 = xor i16 %1, 4660
;   %3 = and i16 %2, -256
;   %4 = icmp eq i16 %3, 0
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %0, %5
;   %7 = icmp ugt i16 %1, 4660
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %6
;   br label %10
;
; 9:                                                ; preds = %6
;   br label %10
;
; 10:                                               ; preds = %9, %8
;   %11 = phi i1 [ true, %8 ], [ false, %9 ]
;   ret i1 %11
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
