;; Stack memory behind a fork of the entry stays the entry's.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i32 noundef %x) {
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 1, i32 2
  %m = alloca i32
  store i32 %r, ptr %m
  %v = load volatile i32, ptr %m
  ret i32 %v
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i32 noundef %x) {
;   %m = alloca i32, align 4
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
;   %r = phi i32 [ 1, %1 ], [ 2, %2 ]
;   store i32 %r, ptr %m, align 4
;   %v = load volatile i32, ptr %m, align 4
;   ret i32 %v
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"1"}
