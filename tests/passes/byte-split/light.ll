; What a dictionary gives away is left to it.
; pipeline: byte-split<mode=light>
target triple = "x86_64-pc-linux-gnu"

declare void @use(i1, i1, i1, i1)

define void @f(i16 noundef %x, i16 noundef %y, i128 noundef %z) {
  %a = icmp eq i16 %x, 4660
  %b = icmp ult i16 %x, 4660
  %c = icmp eq i16 %x, %y
  %d = icmp eq i128 %z, 99999999999999999999999
  call void @use(i1 %a, i1 %b, i1 %c, i1 %d)
  switch i16 %y, label %other [ i16 4660, label %other
                                i16 99, label %other ]

other:
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare void @use(i1, i1, i1, i1)
;
; define void @f(i16 noundef %x, i16 noundef %y, i128 noundef %z) {
;   %a = icmp eq i16 %x, 4660
;   %1 = xor i16 %x, 4660
;   %2 = and i16 %1, -256
;   %3 = icmp eq i16 %2, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %5
;
; 5:                                                ; preds = %0, %4
;   %6 = icmp ult i16 %x, 4660
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %5
;   br label %9
;
; 8:                                                ; preds = %5
;   br label %9
;
; 9:                                                ; preds = %8, %7
;   %10 = phi i1 [ true, %7 ], [ false, %8 ]
;   %11 = xor i16 %x, %y
;   %12 = and i16 %11, -1
;   %13 = call i16 @llvm.cttz.i16(i16 %12, i1 false)
;   %14 = lshr i16 %13, 3
;   switch i16 %14, label %16 [
;     i16 1, label %16
;     i16 2, label %15
;   ]
;
; 15:                                               ; preds = %9
;   br label %17
;
; 16:                                               ; preds = %9, %9
;   br label %17
;
; 17:                                               ; preds = %16, %15
;   %18 = phi i1 [ true, %15 ], [ false, %16 ]
;   %19 = xor i128 %z, 99999999999999999999999
;   %20 = and i128 %19, -1
;   %21 = call i128 @llvm.cttz.i128(i128 %20, i1 false)
;   %22 = lshr i128 %21, 3
;   switch i128 %22, label %24 [
;     i128 1, label %24
;     i128 2, label %24
;     i128 3, label %24
;     i128 4, label %24
;     i128 5, label %24
;     i128 6, label %24
;     i128 7, label %24
;     i128 8, label %24
;     i128 9, label %24
;     i128 10, label %24
;     i128 11, label %24
;     i128 12, label %24
;     i128 13, label %24
;     i128 14, label %24
;     i128 15, label %24
;     i128 16, label %23
;   ]
;
; 23:                                               ; preds = %17
;   br label %25
;
; 24:                                               ; preds = %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17, %17
;   br label %25
;
; 25:                                               ; preds = %24, %23
;   %26 = phi i1 [ true, %23 ], [ false, %24 ]
;   call void @use(i1 %a, i1 %10, i1 %18, i1 %26)
;   switch i16 %y, label %other [
;     i16 4660, label %other
;     i16 99, label %other
;   ]
;
; other:                                            ; preds = %25, %25, %25
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i128 @llvm.cttz.i128(i128, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i16 @llvm.cttz.i16(i16, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:byte-split", !"3"}
; !1 = !{!"left:byte-split:dictionary", !"2"}
