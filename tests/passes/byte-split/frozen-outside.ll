; A frozen answer that a loop asks for again and again stays one answer.
; pipeline: byte-split
declare void @side()

define void @f(i32 %x) {
  %c = icmp ugt i32 %x, 70000
  %f = freeze i1 %c
  br label %loop

loop:
  call void @side()
  br i1 %f, label %loop, label %end

end:
  ret void
}
;; expected
;
; declare void @side()
;
; define void @f(i32 %x) {
;   %1 = freeze i32 %x
;   %2 = xor i32 %1, 70000
;   %3 = and i32 %2, -256
;   %4 = call i32 @llvm.ctlz.i32(i32 %3, i1 false)
;   %5 = lshr i32 %4, 3
;   switch i32 %5, label %7 [
;     i32 1, label %7
;     i32 2, label %7
;     i32 4, label %6
;   ]
;
; 6:                                                ; preds = %0
;   br label %7
;
; 7:                                                ; preds = %0, %0, %0, %6
;   %8 = icmp ugt i32 %1, 70000
;   br i1 %8, label %9, label %10
;
; 9:                                                ; preds = %7
;   br label %11
;
; 10:                                               ; preds = %7
;   br label %11
;
; 11:                                               ; preds = %10, %9
;   %12 = phi i1 [ true, %9 ], [ false, %10 ]
;   %f = freeze i1 %12
;   br label %loop
;
; loop:                                             ; preds = %loop, %11
;   call void @side()
;   br i1 %f, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"1"}
