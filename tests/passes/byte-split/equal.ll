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
;   %3 = and i32 %2, 255
;   %4 = icmp eq i32 %3, 0
;   br i1 %4, label %5, label %12
;
; 5:                                                ; preds = %1
;   %6 = and i32 %2, 65280
;   %7 = icmp eq i32 %6, 0
;   br i1 %7, label %8, label %12
;
; 8:                                                ; preds = %5
;   %9 = and i32 %2, 16711680
;   %10 = icmp eq i32 %9, 0
;   br i1 %10, label %11, label %12
;
; 11:                                               ; preds = %8
;   br label %12
;
; 12:                                               ; preds = %11, %8, %5, %1
;   br label %no
;
; no:                                               ; preds = %12, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %12 ]
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
;   %6 = and i16 %5, 255
;   %7 = icmp eq i16 %6, 0
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %4
;   br label %9
;
; 9:                                                ; preds = %8, %4
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
;   br label %12
;
; 3:                                                ; preds = %0
;   %4 = xor i20 %x, 74565
;   %5 = and i20 %4, 255
;   %6 = icmp eq i20 %5, 0
;   br i1 %6, label %7, label %11
;
; 7:                                                ; preds = %3
;   %8 = and i20 %4, 65280
;   %9 = icmp eq i20 %8, 0
;   br i1 %9, label %10, label %11
;
; 10:                                               ; preds = %7
;   br label %11
;
; 11:                                               ; preds = %10, %7, %3
;   br label %12
;
; 12:                                               ; preds = %11, %2
;   %13 = phi i1 [ true, %2 ], [ false, %11 ]
;   ret i1 %13
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"3"}
