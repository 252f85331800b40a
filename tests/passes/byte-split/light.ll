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
;   %15 = and i16 %14, 255
;   %16 = icmp eq i16 %15, 0
;   br i1 %16, label %17, label %18
;
; 17:                                               ; preds = %13
;   br label %18
;
; 18:                                               ; preds = %17, %13
;   br label %19
;
; 19:                                               ; preds = %18, %12
;   %20 = phi i1 [ true, %12 ], [ false, %18 ]
;   %21 = icmp eq i128 %z, 99999999999999999999999
;   br i1 %21, label %22, label %23
;
; 22:                                               ; preds = %19
;   br label %71
;
; 23:                                               ; preds = %19
;   %24 = xor i128 %z, 99999999999999999999999
;   %25 = and i128 %24, 255
;   %26 = icmp eq i128 %25, 0
;   br i1 %26, label %27, label %70
;
; 27:                                               ; preds = %23
;   %28 = and i128 %24, 65280
;   %29 = icmp eq i128 %28, 0
;   br i1 %29, label %30, label %70
;
; 30:                                               ; preds = %27
;   %31 = and i128 %24, 16711680
;   %32 = icmp eq i128 %31, 0
;   br i1 %32, label %33, label %70
;
; 33:                                               ; preds = %30
;   %34 = and i128 %24, 4278190080
;   %35 = icmp eq i128 %34, 0
;   br i1 %35, label %36, label %70
;
; 36:                                               ; preds = %33
;   %37 = and i128 %24, 1095216660480
;   %38 = icmp eq i128 %37, 0
;   br i1 %38, label %39, label %70
;
; 39:                                               ; preds = %36
;   %40 = and i128 %24, 280375465082880
;   %41 = icmp eq i128 %40, 0
;   br i1 %41, label %42, label %70
;
; 42:                                               ; preds = %39
;   %43 = and i128 %24, 71776119061217280
;   %44 = icmp eq i128 %43, 0
;   br i1 %44, label %45, label %70
;
; 45:                                               ; preds = %42
;   %46 = and i128 %24, 18374686479671623680
;   %47 = icmp eq i128 %46, 0
;   br i1 %47, label %48, label %70
;
; 48:                                               ; preds = %45
;   %49 = and i128 %24, 4703919738795935662080
;   %50 = icmp eq i128 %49, 0
;   br i1 %50, label %51, label %70
;
; 51:                                               ; preds = %48
;   %52 = and i128 %24, 1204203453131759529492480
;   %53 = icmp eq i128 %52, 0
;   br i1 %53, label %54, label %70
;
; 54:                                               ; preds = %51
;   %55 = and i128 %24, 308276084001730439550074880
;   %56 = icmp eq i128 %55, 0
;   br i1 %56, label %57, label %70
;
; 57:                                               ; preds = %54
;   %58 = and i128 %24, 78918677504442992524819169280
;   %59 = icmp eq i128 %58, 0
;   br i1 %59, label %60, label %70
;
; 60:                                               ; preds = %57
;   %61 = and i128 %24, 20203181441137406086353707335680
;   %62 = icmp eq i128 %61, 0
;   br i1 %62, label %63, label %70
;
; 63:                                               ; preds = %60
;   %64 = and i128 %24, 5172014448931175958106549077934080
;   %65 = icmp eq i128 %64, 0
;   br i1 %65, label %66, label %70
;
; 66:                                               ; preds = %63
;   %67 = and i128 %24, 1324035698926381045275276563951124480
;   %68 = icmp eq i128 %67, 0
;   br i1 %68, label %69, label %70
;
; 69:                                               ; preds = %66
;   br label %70
;
; 70:                                               ; preds = %69, %66, %63, %60, %57, %54, %51, %48, %45, %42, %39, %36, %33, %30, %27, %23
;   br label %71
;
; 71:                                               ; preds = %70, %22
;   %72 = phi i1 [ true, %22 ], [ false, %70 ]
;   call void @use(i1 %a, i1 %10, i1 %20, i1 %72)
;   switch i16 %y, label %other [
;     i16 4660, label %other
;     i16 99, label %other
;   ]
;
; other:                                            ; preds = %71, %71, %71
;   ret void
; }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:byte-split", !"3"}
; !1 = !{!"left:byte-split:dictionary", !"2"}
