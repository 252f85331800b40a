;; The second bound takes no steps that the first has shown, and its own only where those are right.
; pipeline: byte-split
declare void @inside()

define void @f(i32 noundef %x) {
  %low = icmp ugt i32 %x, 1908648270
  br i1 %low, label %above, label %out

above:
  %high = icmp ult i32 %x, 1908648470
  br i1 %high, label %in, label %out

in:
  call void @inside()
  br label %out

out:
  ret void
}
;; expected
;
; declare void @inside()
;
; define void @f(i32 noundef %x) {
;   %1 = xor i32 %x, 1908648270
;   %2 = and i32 %1, -256
;   %3 = icmp eq i32 %2, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %14
;
; 5:                                                ; preds = %0
;   %6 = and i32 %2, -65536
;   %7 = icmp eq i32 %6, 0
;   br i1 %7, label %8, label %9, !fz.step !1
;
; 8:                                                ; preds = %5
;   br label %14
;
; 9:                                                ; preds = %5
;   %10 = and i32 %2, -16777216
;   %11 = icmp eq i32 %10, 0
;   br i1 %11, label %12, label %13, !fz.step !1
;
; 12:                                               ; preds = %9
;   br label %14
;
; 13:                                               ; preds = %9
;   br label %14
;
; 14:                                               ; preds = %13, %12, %8, %4
;   %15 = icmp ugt i32 %x, 1908648270
;   br i1 %15, label %above, label %out
;
; above:                                            ; preds = %14
;   %16 = xor i32 %x, 1908648470
;   %17 = and i32 %16, -256
;   %18 = icmp eq i32 %17, 0
;   br i1 %18, label %19, label %20
;
; 19:                                               ; preds = %above
;   br label %21
;
; 20:                                               ; preds = %above
;   br label %21
;
; 21:                                               ; preds = %20, %19
;   %22 = icmp ult i32 %x, 1908648470
;   br i1 %22, label %in, label %out
;
; in:                                               ; preds = %21
;   call void @inside()
;   br label %out
;
; out:                                              ; preds = %21, %14, %in
;   ret void
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"2"}
; !1 = !{}
