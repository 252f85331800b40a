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
;   br label %6
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = icmp ult i16 %x, 4660
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %6
;   br label %10
;
; 9:                                                ; preds = %6
;   br label %10
;
; 10:                                               ; preds = %9, %8
;   %11 = phi i1 [ true, %8 ], [ false, %9 ]
;   %12 = xor i16 %x, %y
;   %13 = and i16 %12, -1
;   %14 = and i16 %13, 255
;   %15 = icmp eq i16 %14, 0
;   br i1 %15, label %18, label %17
;
; 16:                                               ; preds = %18
;   br label %22
;
; 17:                                               ; preds = %10
;   br label %21
;
; 18:                                               ; preds = %10
;   %19 = icmp eq i16 %13, 0
;   br i1 %19, label %16, label %20, !fz.step !2
;
; 20:                                               ; preds = %18
;   br label %21
;
; 21:                                               ; preds = %20, %17
;   br label %22
;
; 22:                                               ; preds = %21, %16
;   %23 = phi i1 [ true, %16 ], [ false, %21 ]
;   %24 = xor i128 %z, 99999999999999999999999
;   %25 = and i128 %24, -1
;   %26 = and i128 %25, 255
;   %27 = icmp eq i128 %26, 0
;   br i1 %27, label %30, label %29
;
; 28:                                               ; preds = %30
;   br label %51
;
; 29:                                               ; preds = %22
;   br label %50
;
; 30:                                               ; preds = %22
;   %31 = icmp eq i128 %25, 0
;   br i1 %31, label %28, label %32, !fz.step !2
;
; 32:                                               ; preds = %30
;   %33 = call i128 @llvm.cttz.i128(i128 %25, i1 true)
;   %34 = lshr i128 %33, 3
;   switch i128 %34, label %49 [
;     i128 2, label %35
;     i128 3, label %36
;     i128 4, label %37
;     i128 5, label %38
;     i128 6, label %39
;     i128 7, label %40
;     i128 8, label %41
;     i128 9, label %42
;     i128 10, label %43
;     i128 11, label %44
;     i128 12, label %45
;     i128 13, label %46
;     i128 14, label %47
;     i128 15, label %48
;   ], !fz.step !2
;
; 35:                                               ; preds = %32
;   br label %50
;
; 36:                                               ; preds = %32
;   br label %50
;
; 37:                                               ; preds = %32
;   br label %50
;
; 38:                                               ; preds = %32
;   br label %50
;
; 39:                                               ; preds = %32
;   br label %50
;
; 40:                                               ; preds = %32
;   br label %50
;
; 41:                                               ; preds = %32
;   br label %50
;
; 42:                                               ; preds = %32
;   br label %50
;
; 43:                                               ; preds = %32
;   br label %50
;
; 44:                                               ; preds = %32
;   br label %50
;
; 45:                                               ; preds = %32
;   br label %50
;
; 46:                                               ; preds = %32
;   br label %50
;
; 47:                                               ; preds = %32
;   br label %50
;
; 48:                                               ; preds = %32
;   br label %50
;
; 49:                                               ; preds = %32
;   br label %50
;
; 50:                                               ; preds = %49, %48, %47, %46, %45, %44, %43, %42, %41, %40, %39, %38, %37, %36, %35, %29
;   br label %51
;
; 51:                                               ; preds = %50, %28
;   %52 = phi i1 [ true, %28 ], [ false, %50 ]
;   call void @use(i1 %a, i1 %11, i1 %23, i1 %52)
;   switch i16 %y, label %other [
;     i16 4660, label %other
;     i16 99, label %other
;   ]
;
; other:                                            ; preds = %51, %51, %51
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i128 @llvm.cttz.i128(i128, i1 immarg) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:byte-split", !"3"}
; !1 = !{!"left:byte-split:dictionary", !"2"}
; !2 = !{}
