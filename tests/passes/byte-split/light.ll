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
;   %11 = icmp eq i16 %x, %y
;   br i1 %11, label %12, label %13
;
; 12:                                               ; preds = %9
;   br label %19
;
; 13:                                               ; preds = %9
;   %14 = xor i16 %x, %y
;   %15 = and i16 %14, -1
;   %16 = call i16 @llvm.cttz.i16(i16 %15, i1 true)
;   %17 = lshr i16 %16, 3
;   switch i16 %17, label %18 [
;     i16 1, label %18
;   ]
;
; 18:                                               ; preds = %13, %13
;   br label %19
;
; 19:                                               ; preds = %18, %12
;   %20 = phi i1 [ true, %12 ], [ false, %18 ]
;   %21 = icmp eq i128 %z, 99999999999999999999999
;   br i1 %21, label %22, label %23
;
; 22:                                               ; preds = %19
;   br label %29
;
; 23:                                               ; preds = %19
;   %24 = xor i128 %z, 99999999999999999999999
;   %25 = and i128 %24, -1
;   %26 = call i128 @llvm.cttz.i128(i128 %25, i1 true)
;   %27 = lshr i128 %26, 3
;   switch i128 %27, label %28 [
;     i128 1, label %28
;     i128 2, label %28
;     i128 3, label %28
;     i128 4, label %28
;     i128 5, label %28
;     i128 6, label %28
;     i128 7, label %28
;     i128 8, label %28
;     i128 9, label %28
;     i128 10, label %28
;     i128 11, label %28
;     i128 12, label %28
;     i128 13, label %28
;     i128 14, label %28
;     i128 15, label %28
;   ]
;
; 28:                                               ; preds = %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23, %23
;   br label %29
;
; 29:                                               ; preds = %28, %22
;   %30 = phi i1 [ true, %22 ], [ false, %28 ]
;   call void @use(i1 %a, i1 %10, i1 %20, i1 %30)
;   switch i16 %y, label %other [
;     i16 4660, label %other
;     i16 99, label %other
;   ]
;
; other:                                            ; preds = %29, %29, %29
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
