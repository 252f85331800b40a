;; A condition made of several becomes a branch for each.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i32 @and(i32 noundef %x, i32 noundef %y) {
entry:
  %a = icmp eq i32 %x, 1
  %b = icmp eq i32 %y, 2
  %c = and i1 %a, %b
  br i1 %c, label %yes, label %no

yes:
  br label %no

no:
  %r = phi i32 [ 1, %yes ], [ 0, %entry ]
  ret i32 %r
}

define i32 @logical_or_not(i32 noundef %x, i32 noundef %y) {
  %a = icmp eq i32 %x, 1
  %b = icmp ult i32 %y, 2
  %c = select i1 %a, i1 true, i1 %b
  %d = xor i1 %c, true
  %r = select i1 %d, i32 3, i32 4
  ret i32 %r
}

define i1 @xor(i32 noundef %x, i32 noundef %y) {
  %a = icmp eq i32 %x, 1
  %b = icmp eq i32 %y, 2
  %c = xor i1 %a, %b
  ret i1 %c
}

define void @loop(ptr %p) {
entry:
  br label %body

body:
  %x = load volatile i32, ptr %p
  %a = icmp ne i32 %x, 1
  %b = icmp ne i32 %x, 2
  %c = and i1 %a, %b
  br i1 %c, label %body, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @and(i32 noundef %x, i32 noundef %y) {
; entry:
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %0, label %2
;
; 0:                                                ; preds = %entry
;   %1 = icmp eq i32 %y, 2
;   br i1 %1, label %yes, label %2
;
; yes:                                              ; preds = %0
;   br label %no
;
; 2:                                                ; preds = %entry, %0
;   br label %no
;
; no:                                               ; preds = %2, %yes
;   %r = phi i32 [ 1, %yes ], [ 0, %2 ]
;   ret i32 %r
; }
;
; define i32 @logical_or_not(i32 noundef %x, i32 noundef %y) {
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %4, label %2
;
; 1:                                                ; preds = %2
;   br label %5
;
; 2:                                                ; preds = %0
;   %3 = icmp ult i32 %y, 2
;   br i1 %3, label %4, label %1
;
; 4:                                                ; preds = %0, %2
;   br label %5
;
; 5:                                                ; preds = %4, %1
;   %r = phi i32 [ 3, %1 ], [ 4, %4 ]
;   ret i32 %r
; }
;
; define i1 @xor(i32 noundef %x, i32 noundef %y) {
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %1, label %3
;
; 1:                                                ; preds = %0
;   %2 = icmp eq i32 %y, 2
;   br i1 %2, label %6, label %5
;
; 3:                                                ; preds = %0
;   %4 = icmp eq i32 %y, 2
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3, %1
;   br label %7
;
; 6:                                                ; preds = %3, %1
;   br label %7
;
; 7:                                                ; preds = %6, %5
;   %8 = phi i1 [ true, %5 ], [ false, %6 ]
;   ret i1 %8
; }
;
; define void @loop(ptr %p) {
; entry:
;   br label %body
;
; 0:                                                ; preds = %body
;   %1 = icmp ne i32 %x, 2
;   %2 = freeze i1 %1
;   br i1 %2, label %body, label %end, !llvm.loop !1
;
; body:                                             ; preds = %0, %entry
;   %x = load volatile i32, ptr %p, align 4
;   %a = icmp ne i32 %x, 1
;   %3 = freeze i1 %a
;   br i1 %3, label %0, label %end, !llvm.loop !1
;
; end:                                              ; preds = %body, %0
;   ret void
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"4"}
; !1 = distinct !{!1, !2}
; !2 = !{!"llvm.loop.mustprogress"}
