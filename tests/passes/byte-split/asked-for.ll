;; What is left alone unless asked.
; pipeline: byte-split<zero-one=on;loops=on>
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i16 noundef %n) {
entry:
  br label %loop

loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %next = add i16 %i, 1
  %more = icmp ult i16 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0

end:
  %a = icmp eq i16 %n, 0
  %r = zext i1 %a to i32
  ret i32 %r
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i16 noundef %n) {
; entry:
;   br label %loop
;
; 0:                                                ; preds = %loop
;   br label %2
;
; 1:                                                ; preds = %loop
;   br label %2
;
; 2:                                                ; preds = %1, %0
;   %3 = icmp ult i16 %5, %n
;   br i1 %3, label %4, label %end, !llvm.loop !1
;
; 4:                                                ; preds = %2
;   br label %loop
;
; loop:                                             ; preds = %4, %entry
;   %i = phi i16 [ 0, %entry ], [ %next, %4 ]
;   %next = add i16 %i, 1
;   %5 = freeze i16 %next
;   %6 = xor i16 %5, %n
;   %7 = and i16 %6, -256
;   %8 = icmp eq i16 %7, 0
;   br i1 %8, label %0, label %1, !llvm.loop !1
;
; end:                                              ; preds = %2
;   %9 = xor i16 %n, 0
;   %10 = and i16 %9, -1
;   %11 = and i16 %10, 255
;   %12 = icmp eq i16 %11, 0
;   br i1 %12, label %15, label %14
;
; 13:                                               ; preds = %15
;   br label %19
;
; 14:                                               ; preds = %end
;   br label %18
;
; 15:                                               ; preds = %end
;   %16 = icmp eq i16 %10, 0
;   br i1 %16, label %13, label %17, !fz.step !3
;
; 17:                                               ; preds = %15
;   br label %18
;
; 18:                                               ; preds = %17, %14
;   br label %19
;
; 19:                                               ; preds = %18, %13
;   %20 = phi i1 [ true, %13 ], [ false, %18 ]
;   %r = zext i1 %20 to i32
;   ret i32 %r
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
; !1 = distinct !{!1, !2}
; !2 = !{!"llvm.loop.mustprogress"}
; !3 = !{}
