; What is left alone unless asked.
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
;   br label %1
;
; 1:                                                ; preds = %loop, %0
;   %2 = icmp ult i16 %4, %n
;   br i1 %2, label %3, label %end, !llvm.loop !1
;
; 3:                                                ; preds = %1
;   br label %loop
;
; loop:                                             ; preds = %3, %entry
;   %i = phi i16 [ 0, %entry ], [ %next, %3 ]
;   %next = add i16 %i, 1
;   %4 = freeze i16 %next
;   %5 = xor i16 %4, %n
;   %6 = and i16 %5, -256
;   %7 = icmp eq i16 %6, 0
;   br i1 %7, label %0, label %1, !llvm.loop !1
;
; end:                                              ; preds = %1
;   %8 = xor i16 %n, 0
;   %9 = and i16 %8, -1
;   %10 = call i16 @llvm.cttz.i16(i16 %9, i1 false)
;   %11 = lshr i16 %10, 3
;   switch i16 %11, label %13 [
;     i16 1, label %13
;     i16 2, label %12
;   ]
;
; 12:                                               ; preds = %end
;   br label %14
;
; 13:                                               ; preds = %end, %end
;   br label %14
;
; 14:                                               ; preds = %13, %12
;   %15 = phi i1 [ true, %12 ], [ false, %13 ]
;   %r = zext i1 %15 to i32
;   ret i32 %r
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i16 @llvm.cttz.i16(i16, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
; !1 = distinct !{!1, !2}
; !2 = !{!"llvm.loop.mustprogress"}
