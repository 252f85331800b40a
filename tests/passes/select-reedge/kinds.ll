;; Only what is asked for.
; pipeline: select-reedge<kinds=select>
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i32 noundef %x, i32 noundef %y) {
  %a = icmp eq i32 %x, 1
  %b = icmp eq i32 %y, 2
  %c = and i1 %a, %b
  %r = select i1 %c, i32 3, i32 4
  %m = call i32 @llvm.smin.i32(i32 %r, i32 %y)
  %z = zext i1 %a to i32
  %s = add i32 %m, %z
  ret i32 %s
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i32 noundef %x, i32 noundef %y) {
;   %a = icmp eq i32 %x, 1
;   %b = icmp eq i32 %y, 2
;   %c = and i1 %a, %b
;   br i1 %c, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %r = phi i32 [ 3, %1 ], [ 4, %2 ]
;   %m = call i32 @llvm.smin.i32(i32 %r, i32 %y)
;   %z = zext i1 %a to i32
;   %s = add i32 %m, %z
;   ret i32 %s
; }
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smin.i32(i32, i32) #0
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"1"}
