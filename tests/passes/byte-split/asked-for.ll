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
;   %8 = icmp eq i16 %n, 0
;   br i1 %8, label %9, label %10
;
; 9:                                                ; preds = %end
;   br label %16
;
; 10:                                               ; preds = %end
;   %11 = xor i16 %n, 0
;   %12 = and i16 %11, -1
;   %13 = call i16 @llvm.cttz.i16(i16 %12, i1 true)
;   %14 = lshr i16 %13, 3
;   switch i16 %14, label %15 [
;     i16 1, label %15
;   ]
;
; 15:                                               ; preds = %10, %10
;   br label %16
;
; 16:                                               ; preds = %15, %9
;   %17 = phi i1 [ true, %9 ], [ false, %15 ]
;   %r = zext i1 %17 to i32
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
