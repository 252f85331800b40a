;; A switch for each byte; bytes that are known take none.
; pipeline: byte-split
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i16 noundef %x) {
entry:
  switch i16 %x, label %other [
    i16 4660, label %a
    i16 4661, label %b
    i16 5, label %b
  ]

a:
  ret i32 1

b:
  %r = phi i32 [ 2, %entry ], [ 2, %entry ]
  ret i32 %r

other:
  %s = phi i32 [ 3, %entry ]
  ret i32 %s
}

define i32 @known(i8 %x) {
  %w = zext i8 %x to i32
  switch i32 %w, label %other [
    i32 70, label %a
    i32 71, label %other
  ]

a:
  ret i32 1

other:
  ret i32 3
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i16 noundef %x) {
; entry:
;   %0 = lshr i16 %x, 8
;   %1 = trunc i16 %0 to i8
;   switch i8 %1, label %8 [
;     i8 0, label %3
;     i8 18, label %6
;   ]
;
; a:                                                ; preds = %6
;   ret i32 1
;
; 2:                                                ; preds = %6, %3
;   br label %b
;
; b:                                                ; preds = %2
;   %r = phi i32 [ 2, %2 ]
;   ret i32 %r
;
; 3:                                                ; preds = %entry
;   %4 = trunc i16 %x to i8
;   %5 = icmp eq i8 %4, 5
;   br i1 %5, label %2, label %8, !fz.step !1
;
; 6:                                                ; preds = %entry
;   %7 = trunc i16 %x to i8
;   switch i8 %7, label %8 [
;     i8 52, label %a
;     i8 53, label %2
;   ], !fz.step !1
;
; 8:                                                ; preds = %6, %3, %entry
;   br label %other
;
; other:                                            ; preds = %8
;   %s = phi i32 [ 3, %8 ]
;   ret i32 %s
; }
;
; define i32 @known(i8 %x) {
;   %w = zext i8 %x to i32
;   switch i32 %w, label %other [
;     i32 70, label %a
;     i32 71, label %other
;   ]
;
; a:                                                ; preds = %0
;   ret i32 1
;
; other:                                            ; preds = %0, %0
;   ret i32 3
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{}
