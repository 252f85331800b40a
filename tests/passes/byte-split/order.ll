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
;   %3 = icmp eq i32 %2, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %12
;
; 5:                                                ; preds = %0
;   %6 = and i32 %1, -16777216
;   %7 = icmp eq i32 %6, 0
;   br i1 %7, label %8, label %12
;
; 8:                                                ; preds = %5
;   %9 = and i32 %1, 16711680
;   %10 = icmp eq i32 %9, 0
;   br i1 %10, label %11, label %12
;
; 11:                                               ; preds = %8
;   br label %12
;
; 12:                                               ; preds = %11, %8, %5, %4
;   %13 = icmp slt i32 %x, %y
;   br i1 %13, label %14, label %15
;
; 14:                                               ; preds = %12
;   br label %16
;
; 15:                                               ; preds = %12
;   br label %16
;
; 16:                                               ; preds = %15, %14
;   %17 = phi i1 [ true, %14 ], [ false, %15 ]
;   ret i1 %17
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
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
