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
;   %1 = and i32 %0, -16777216
;   %2 = icmp eq i32 %1, 0
;   br i1 %2, label %3, label %12
;
; yes:                                              ; preds = %9
;   br label %no
;
; 3:                                                ; preds = %entry
;   %4 = and i32 %0, 16711680
;   %5 = icmp eq i32 %4, 0
;   br i1 %5, label %6, label %12
;
; 6:                                                ; preds = %3
;   %7 = and i32 %0, 65280
;   %8 = icmp eq i32 %7, 0
;   br i1 %8, label %9, label %12
;
; 9:                                                ; preds = %6
;   %10 = and i32 %0, 255
;   %11 = icmp eq i32 %10, 0
;   br i1 %11, label %yes, label %12
;
; 12:                                               ; preds = %9, %6, %3, %entry
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
;   %3 = xor i16 %1, %2
;   %4 = and i16 %3, -256
;   %5 = icmp eq i16 %4, 0
;   br i1 %5, label %6, label %9
;
; 6:                                                ; preds = %0
;   %7 = and i16 %3, 255
;   %8 = icmp eq i16 %7, 0
;   br i1 %8, label %10, label %9
;
; 9:                                                ; preds = %6, %0
;   br label %11
;
; 10:                                               ; preds = %6
;   br label %11
;
; 11:                                               ; preds = %10, %9
;   %12 = phi i1 [ true, %9 ], [ false, %10 ]
;   ret i1 %12
; }
;
; define i1 @odd(i20 noundef %x) {
;   %1 = xor i20 %x, 74565
;   %2 = and i20 %1, -65536
;   %3 = icmp eq i20 %2, 0
;   br i1 %3, label %5, label %11
;
; 4:                                                ; preds = %8
;   br label %12
;
; 5:                                                ; preds = %0
;   %6 = and i20 %1, 65280
;   %7 = icmp eq i20 %6, 0
;   br i1 %7, label %8, label %11
;
; 8:                                                ; preds = %5
;   %9 = and i20 %1, 255
;   %10 = icmp eq i20 %9, 0
;   br i1 %10, label %4, label %11
;
; 11:                                               ; preds = %8, %5, %0
;   br label %12
;
; 12:                                               ; preds = %11, %4
;   %13 = phi i1 [ true, %4 ], [ false, %11 ]
;   ret i1 %13
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"3"}
