;; A frozen answer that a loop asks for again and again stays one answer.
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
;   %4 = icmp eq i32 %3, 0
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %0
;   br label %15
;
; 6:                                                ; preds = %0
;   %7 = and i32 %3, -65536
;   %8 = icmp eq i32 %7, 0
;   br i1 %8, label %9, label %10, !fz.step !1
;
; 9:                                                ; preds = %6
;   br label %15
;
; 10:                                               ; preds = %6
;   %11 = and i32 %3, -16777216
;   %12 = icmp eq i32 %11, 0
;   br i1 %12, label %13, label %14, !fz.step !1
;
; 13:                                               ; preds = %10
;   br label %15
;
; 14:                                               ; preds = %10
;   br label %15
;
; 15:                                               ; preds = %14, %13, %9, %5
;   %16 = icmp ugt i32 %1, 70000
;   br i1 %16, label %17, label %18
;
; 17:                                               ; preds = %15
;   br label %19
;
; 18:                                               ; preds = %15
;   br label %19
;
; 19:                                               ; preds = %18, %17
;   %20 = phi i1 [ true, %17 ], [ false, %18 ]
;   %f = freeze i1 %20
;   br label %loop
;
; loop:                                             ; preds = %loop, %19
;   call void @side()
;   br i1 %f, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{}
