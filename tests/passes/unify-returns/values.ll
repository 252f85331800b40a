;; One block returns; a musttail call keeps its own.
; pipeline: unify-returns
target triple = "x86_64-pc-linux-gnu"

define i32 @two(i1 noundef %c, i32 %x) {
  br i1 %c, label %a, label %b

a:
  ret i32 1

b:
  ret i32 %x
}

define void @nothing(i1 noundef %c) {
  br i1 %c, label %a, label %b

a:
  ret void

b:
  ret void
}

define i32 @tail(i1 noundef %c, i32 %x) {
  br i1 %c, label %a, label %b

a:
  %r = musttail call i32 @tail(i1 false, i32 %x)
  ret i32 %r

b:
  ret i32 %x
}

define i32 @one(i32 %x) {
  ret i32 %x
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @two(i1 noundef %c, i32 %x) {
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   br label %return
;
; b:                                                ; preds = %0
;   br label %return
;
; return:                                           ; preds = %b, %a
;   %1 = phi i32 [ 1, %a ], [ %x, %b ]
;   ret i32 %1
; }
;
; define void @nothing(i1 noundef %c) {
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   br label %return
;
; b:                                                ; preds = %0
;   br label %return
;
; return:                                           ; preds = %b, %a
;   ret void
; }
;
; define i32 @tail(i1 noundef %c, i32 %x) {
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %r = musttail call i32 @tail(i1 false, i32 %x)
;   ret i32 %r
;
; b:                                                ; preds = %0
;   ret i32 %x
; }
;
; define i32 @one(i32 %x) {
;   ret i32 %x
; }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:unify-returns", !"2"}
; !1 = !{!"skipped:unify-returns:musttail", !"1"}
