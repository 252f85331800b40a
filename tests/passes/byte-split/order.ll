;; The steps find the first byte that differs; the compare itself decides.
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
;   br label %14
;
; 5:                                                ; preds = %0
;   %6 = and i32 %2, -65536
;   %7 = icmp eq i32 %6, 0
;   br i1 %7, label %8, label %9, !fz.step !1
;
; 8:                                                ; preds = %5
;   br label %14
;
; 9:                                                ; preds = %5
;   %10 = and i32 %2, -16777216
;   %11 = icmp eq i32 %10, 0
;   br i1 %11, label %12, label %13, !fz.step !1
;
; 12:                                               ; preds = %9
;   br label %14
;
; 13:                                               ; preds = %9
;   br label %14
;
; 14:                                               ; preds = %13, %12, %8, %4
;   %15 = icmp slt i32 %x, %y
;   br i1 %15, label %16, label %17
;
; 16:                                               ; preds = %14
;   br label %18
;
; 17:                                               ; preds = %14
;   br label %18
;
; 18:                                               ; preds = %17, %16
;   %19 = phi i1 [ true, %16 ], [ false, %17 ]
;   ret i1 %19
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
;   br label %7
;
; 6:                                                ; preds = %0
;   br label %7
;
; 7:                                                ; preds = %6, %5
;   %8 = icmp ugt i16 %1, 4660
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
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
; !1 = !{}
