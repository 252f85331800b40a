;; Two selects that ask the same share a fork; a condition that may be poison is frozen.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i32 @shared(i32 noundef %x, i32 %a, i32 %b) {
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 %a, i32 %b
  %s = select i1 %c, i32 %b, i32 7
  %t = add i32 %r, %s
  ret i32 %t
}

define ptr @frozen(i32 %x, ptr %a, ptr %b) {
  %c = icmp ugt i32 %x, 5
  %r = select i1 %c, ptr %a, ptr %b
  ret ptr %r
}

define i32 @dependent(i32 noundef %x, i32 %a) {
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 %a, i32 1
  %s = select i1 %c, i32 %r, i32 2
  ret i32 %s
}

define <2 x i32> @vector(<2 x i1> %c, <2 x i32> %a) {
  %r = select <2 x i1> %c, <2 x i32> %a, <2 x i32> zeroinitializer
  ret <2 x i32> %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @shared(i32 noundef %x, i32 %a, i32 %b) {
;   %c = icmp eq i32 %x, 5
;   br i1 %c, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %r = phi i32 [ %a, %1 ], [ %b, %2 ]
;   %s = phi i32 [ %b, %1 ], [ 7, %2 ]
;   %t = add i32 %r, %s
;   ret i32 %t
; }
;
; define ptr @frozen(i32 %x, ptr %a, ptr %b) {
;   %c = icmp ugt i32 %x, 5
;   %1 = freeze i1 %c
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   %r = phi ptr [ %a, %2 ], [ %b, %3 ]
;   ret ptr %r
; }
;
; define i32 @dependent(i32 noundef %x, i32 %a) {
;   %c = icmp eq i32 %x, 5
;   br i1 %c, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %r = phi i32 [ %a, %1 ], [ 1, %2 ]
;   br i1 %c, label %4, label %5
;
; 4:                                                ; preds = %3
;   br label %6
;
; 5:                                                ; preds = %3
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %s = phi i32 [ %r, %4 ], [ 2, %5 ]
;   ret i32 %s
; }
;
; define <2 x i32> @vector(<2 x i1> %c, <2 x i32> %a) {
;   %r = select <2 x i1> %c, <2 x i32> %a, <2 x i32> zeroinitializer
;   ret <2 x i32> %r
; }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:select-reedge", !"4"}
; !1 = !{!"skipped:select-reedge:vector", !"1"}
