;; What the dictionary has is left to it, in either order and at the width it was extended from; junk and the rest are split.
; pipeline: byte-split<mode=light>
target triple = "x86_64-pc-linux-gnu"

declare void @use(i1, i1, i1, i1)

define void @f(i16 noundef %x, i16 noundef %y, i128 noundef %z) {
  %a = icmp eq i16 %x, 4660
  %b = icmp ult i16 %x, 4660
  %c = icmp eq i16 %x, %y
  %d = icmp eq i128 %z, 13330
  call void @use(i1 %a, i1 %b, i1 %c, i1 %d)
  switch i16 %y, label %other [ i16 4660, label %other
                                i16 13330, label %other ]

other:
  ret void
}

define void @g(i16 noundef %x, i16 noundef %y) {
  %a = icmp eq i16 %x, 4661
  %b = icmp eq i16 %x, 4662
  call void @use(i1 %a, i1 %b, i1 %a, i1 %b)
  switch i16 %y, label %other [ i16 4660, label %other
                                i16 99, label %other ]

other:
  ret void
}

!fz.words = !{!0, !1}
!0 = !{i64 0, i64 1, i64 65, i64 0, !"", i64 0, i64 0, !"", !"4\12"}
!1 = !{i64 0, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"5\12"}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare void @use(i1, i1, i1, i1)
;
; define void @f(i16 noundef %x, i16 noundef %y, i128 noundef %z) {
;   %a = icmp eq i16 %x, 4660
;   %b = icmp ult i16 %x, 4660
;   %1 = xor i16 %x, %y
;   %2 = and i16 %1, -1
;   %3 = and i16 %2, 255
;   %4 = icmp eq i16 %3, 0
;   br i1 %4, label %7, label %6
;
; 5:                                                ; preds = %7
;   br label %11
;
; 6:                                                ; preds = %0
;   br label %10
;
; 7:                                                ; preds = %0
;   %8 = icmp eq i16 %2, 0
;   br i1 %8, label %5, label %9, !fz.step !4
;
; 9:                                                ; preds = %7
;   br label %10
;
; 10:                                               ; preds = %9, %6
;   br label %11
;
; 11:                                               ; preds = %10, %5
;   %12 = phi i1 [ true, %5 ], [ false, %10 ]
;   %d = icmp eq i128 %z, 13330
;   call void @use(i1 %a, i1 %b, i1 %12, i1 %d)
;   switch i16 %y, label %other [
;     i16 4660, label %other
;     i16 13330, label %other
;   ]
;
; other:                                            ; preds = %11, %11, %11
;   ret void
; }
;
; define void @g(i16 noundef %x, i16 noundef %y) {
;   %1 = xor i16 %x, 4661
;   %2 = and i16 %1, -1
;   %3 = and i16 %2, 255
;   %4 = icmp eq i16 %3, 0
;   br i1 %4, label %7, label %6
;
; 5:                                                ; preds = %7
;   br label %11
;
; 6:                                                ; preds = %0
;   br label %10
;
; 7:                                                ; preds = %0
;   %8 = icmp eq i16 %2, 0
;   br i1 %8, label %5, label %9, !fz.step !4
;
; 9:                                                ; preds = %7
;   br label %10
;
; 10:                                               ; preds = %9, %6
;   br label %11
;
; 11:                                               ; preds = %10, %5
;   %12 = phi i1 [ true, %5 ], [ false, %10 ]
;   %13 = xor i16 %x, 4662
;   %14 = and i16 %13, -1
;   %15 = and i16 %14, 255
;   %16 = icmp eq i16 %15, 0
;   br i1 %16, label %19, label %18
;
; 17:                                               ; preds = %19
;   br label %23
;
; 18:                                               ; preds = %11
;   br label %22
;
; 19:                                               ; preds = %11
;   %20 = icmp eq i16 %14, 0
;   br i1 %20, label %17, label %21, !fz.step !4
;
; 21:                                               ; preds = %19
;   br label %22
;
; 22:                                               ; preds = %21, %18
;   br label %23
;
; 23:                                               ; preds = %22, %17
;   %24 = phi i1 [ true, %17 ], [ false, %22 ]
;   call void @use(i1 %12, i1 %24, i1 %12, i1 %24)
;   %25 = lshr i16 %y, 8
;   %26 = trunc i16 %25 to i8
;   switch i8 %26, label %other [
;     i8 0, label %27
;     i8 18, label %30
;   ]
;
; 27:                                               ; preds = %23
;   %28 = trunc i16 %y to i8
;   %29 = icmp eq i8 %28, 99
;   br i1 %29, label %other, label %other, !fz.step !4
;
; 30:                                               ; preds = %23
;   %31 = trunc i16 %y to i8
;   %32 = icmp eq i8 %31, 52
;   br i1 %32, label %other, label %other, !fz.step !4
;
; other:                                            ; preds = %30, %30, %27, %27, %23
;   ret void
; }
;
; !fz.words = !{!0, !1}
; !fz.facts = !{!2, !3}
;
; !0 = !{i64 0, i64 1, i64 65, i64 0, !"", i64 0, i64 0, !"", !"4\12"}
; !1 = !{i64 0, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"5\12"}
; !2 = !{!"done:byte-split", !"4"}
; !3 = !{!"skipped:byte-split:dictionary", !"4"}
; !4 = !{}
