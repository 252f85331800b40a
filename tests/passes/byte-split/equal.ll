;; A byte at a time, from the highest.
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
;   %2 = and i32 %1, 255
;   %3 = icmp eq i32 %2, 0
;   br i1 %3, label %5, label %4
;
; yes:                                              ; preds = %5
;   br label %no
;
; 4:                                                ; preds = %entry
;   br label %16
;
; 5:                                                ; preds = %entry
;   %6 = icmp eq i32 %1, 0
;   br i1 %6, label %yes, label %7, !fz.step !1
;
; 7:                                                ; preds = %5
;   %8 = and i32 %1, 65280
;   %9 = icmp eq i32 %8, 0
;   br i1 %9, label %11, label %10, !fz.step !1
;
; 10:                                               ; preds = %7
;   br label %16
;
; 11:                                               ; preds = %7
;   %12 = and i32 %1, 16711680
;   %13 = icmp eq i32 %12, 0
;   br i1 %13, label %15, label %14, !fz.step !1
;
; 14:                                               ; preds = %11
;   br label %16
;
; 15:                                               ; preds = %11
;   br label %16
;
; 16:                                               ; preds = %15, %14, %10, %4
;   br label %no
;
; no:                                               ; preds = %16, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %16 ]
;   ret i32 %r
; }
;
; define i1 @value(i16 %x, i16 %y) {
;   %1 = freeze i16 %x
;   %2 = freeze i16 %y
;   %3 = xor i16 %1, %2
;   %4 = and i16 %3, -1
;   %5 = and i16 %4, 255
;   %6 = icmp eq i16 %5, 0
;   br i1 %6, label %8, label %7
;
; 7:                                                ; preds = %0
;   br label %11
;
; 8:                                                ; preds = %0
;   %9 = icmp eq i16 %4, 0
;   br i1 %9, label %12, label %10, !fz.step !1
;
; 10:                                               ; preds = %8
;   br label %11
;
; 11:                                               ; preds = %10, %7
;   br label %13
;
; 12:                                               ; preds = %8
;   br label %13
;
; 13:                                               ; preds = %12, %11
;   %14 = phi i1 [ true, %11 ], [ false, %12 ]
;   ret i1 %14
; }
;
; define i1 @odd(i20 noundef %x) {
;   %1 = xor i20 %x, 74565
;   %2 = and i20 %1, -1
;   %3 = and i20 %2, 255
;   %4 = icmp eq i20 %3, 0
;   br i1 %4, label %7, label %6
;
; 5:                                                ; preds = %7
;   br label %15
;
; 6:                                                ; preds = %0
;   br label %14
;
; 7:                                                ; preds = %0
;   %8 = icmp eq i20 %2, 0
;   br i1 %8, label %5, label %9, !fz.step !1
;
; 9:                                                ; preds = %7
;   %10 = and i20 %2, 65280
;   %11 = icmp eq i20 %10, 0
;   br i1 %11, label %13, label %12, !fz.step !1
;
; 12:                                               ; preds = %9
;   br label %14
;
; 13:                                               ; preds = %9
;   br label %14
;
; 14:                                               ; preds = %13, %12, %6
;   br label %15
;
; 15:                                               ; preds = %14, %5
;   %16 = phi i1 [ true, %5 ], [ false, %14 ]
;   ret i1 %16
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"3"}
; !1 = !{}
