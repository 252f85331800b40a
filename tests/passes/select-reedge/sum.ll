;; One condition more that holds is something new; so is each part of a value that is put together.
; pipeline: select-reedge<kinds=logic+sum>
target triple = "x86_64-pc-linux-gnu"

define i32 @two_of_three(i1 noundef %a, i1 noundef %b, i1 noundef %c) {
entry:
  %i = zext i1 %a to i32
  %j = zext i1 %b to i32
  %k = zext i1 %c to i32
  %s = add i32 %i, %j
  %t = add i32 %s, %k
  %e = icmp sge i32 %t, 2
  br i1 %e, label %yes, label %no

yes:
  br label %no

no:
  %r = phi i32 [ 1, %yes ], [ 0, %entry ]
  ret i32 %r
}

define i32 @together(i8 noundef %x, i8 noundef %y) {
  %h = zext i8 %x to i32
  %l = zext i8 %y to i32
  %m = shl i32 %h, 8
  %o = or i32 %m, %l
  %e = icmp eq i32 %o, 4660
  br i1 %e, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @two_of_three(i1 noundef %a, i1 noundef %b, i1 noundef %c) {
; entry:
;   %i = zext i1 %a to i32
;   %j = zext i1 %b to i32
;   %k = zext i1 %c to i32
;   %s = add i32 %i, %j
;   %t = add i32 %s, %k
;   switch i32 %t, label %yes [
;     i32 0, label %0
;     i32 1, label %0
;     i32 2, label %yes
;   ]
;
; yes:                                              ; preds = %entry, %entry
;   br label %no
;
; 0:                                                ; preds = %entry, %entry
;   br label %no
;
; no:                                               ; preds = %0, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %0 ]
;   ret i32 %r
; }
;
; define i32 @together(i8 noundef %x, i8 noundef %y) {
;   %h = zext i8 %x to i32
;   %l = zext i8 %y to i32
;   %m = shl i32 %h, 8
;   %1 = icmp eq i32 %l, 52
;   br i1 %1, label %2, label %no
;
; 2:                                                ; preds = %0
;   %3 = icmp eq i32 %m, 4608
;   br i1 %3, label %yes, label %no
;
; yes:                                              ; preds = %2
;   ret i32 1
;
; no:                                               ; preds = %0, %2
;   ret i32 0
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"2"}
