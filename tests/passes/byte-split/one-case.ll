;; Where one case is left, its other bytes are those of one number.
; pipeline: byte-split
define i32 @f(i32 noundef %x) {
  switch i32 %x, label %other [
    i32 305419896, label %a
    i32 287454020, label %b
    i32 287467520, label %b
  ]

a:
  ret i32 1

b:
  ret i32 2

other:
  ret i32 0
}
;; expected
;
; define i32 @f(i32 noundef %x) {
;   %1 = lshr i32 %x, 24
;   %2 = trunc i32 %1 to i8
;   switch i8 %2, label %other [
;     i8 17, label %3
;     i8 18, label %7
;   ]
;
; a:                                                ; preds = %22
;   ret i32 1
;
; b:                                                ; preds = %18, %15
;   ret i32 2
;
; 3:                                                ; preds = %0
;   %4 = lshr i32 %x, 16
;   %5 = trunc i32 %4 to i8
;   %6 = icmp eq i8 %5, 34
;   br i1 %6, label %12, label %other, !fz.step !1
;
; 7:                                                ; preds = %0
;   %8 = xor i32 %x, 305419896
;   %9 = and i32 %8, 16777215
;   %10 = and i32 %9, 16711680
;   %11 = icmp eq i32 %10, 0
;   br i1 %11, label %22, label %21, !fz.step !1
;
; 12:                                               ; preds = %3
;   %13 = lshr i32 %x, 8
;   %14 = trunc i32 %13 to i8
;   switch i8 %14, label %other [
;     i8 51, label %15
;     i8 104, label %18
;   ], !fz.step !1
;
; 15:                                               ; preds = %12
;   %16 = trunc i32 %x to i8
;   %17 = icmp eq i8 %16, 68
;   br i1 %17, label %b, label %other, !fz.step !1
;
; 18:                                               ; preds = %12
;   %19 = trunc i32 %x to i8
;   %20 = icmp eq i8 %19, 0
;   br i1 %20, label %b, label %other, !fz.step !1
;
; 21:                                               ; preds = %7
;   br label %other
;
; 22:                                               ; preds = %7
;   %23 = icmp eq i32 %9, 0
;   br i1 %23, label %a, label %24, !fz.step !1
;
; 24:                                               ; preds = %22
;   %25 = and i32 %9, 65280
;   %26 = icmp eq i32 %25, 0
;   br i1 %26, label %27, label %28, !fz.step !1
;
; 27:                                               ; preds = %24
;   br label %other
;
; 28:                                               ; preds = %24
;   br label %other
;
; other:                                            ; preds = %28, %27, %21, %18, %15, %12, %3, %0
;   ret i32 0
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"1"}
; !1 = !{}
