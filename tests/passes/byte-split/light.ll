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
;   %12 = and i16 %11, -256
;   %13 = icmp eq i16 %12, 0
;   br i1 %13, label %15, label %18
;
; 14:                                               ; preds = %15
;   br label %19
;
; 15:                                               ; preds = %9
;   %16 = and i16 %11, 255
;   %17 = icmp eq i16 %16, 0
;   br i1 %17, label %14, label %18
;
; 18:                                               ; preds = %15, %9
;   br label %19
;
; 19:                                               ; preds = %18, %14
;   %20 = phi i1 [ true, %14 ], [ false, %18 ]
;   %21 = xor i128 %z, 99999999999999999999999
;   %22 = and i128 %21, -1329227995784915872903807060280344576
;   %23 = icmp eq i128 %22, 0
;   br i1 %23, label %25, label %70
;
; 24:                                               ; preds = %67
;   br label %71
;
; 25:                                               ; preds = %19
;   %26 = and i128 %21, 1324035698926381045275276563951124480
;   %27 = icmp eq i128 %26, 0
;   br i1 %27, label %28, label %70
;
; 28:                                               ; preds = %25
;   %29 = and i128 %21, 5172014448931175958106549077934080
;   %30 = icmp eq i128 %29, 0
;   br i1 %30, label %31, label %70
;
; 31:                                               ; preds = %28
;   %32 = and i128 %21, 20203181441137406086353707335680
;   %33 = icmp eq i128 %32, 0
;   br i1 %33, label %34, label %70
;
; 34:                                               ; preds = %31
;   %35 = and i128 %21, 78918677504442992524819169280
;   %36 = icmp eq i128 %35, 0
;   br i1 %36, label %37, label %70
;
; 37:                                               ; preds = %34
;   %38 = and i128 %21, 308276084001730439550074880
;   %39 = icmp eq i128 %38, 0
;   br i1 %39, label %40, label %70
;
; 40:                                               ; preds = %37
;   %41 = and i128 %21, 1204203453131759529492480
;   %42 = icmp eq i128 %41, 0
;   br i1 %42, label %43, label %70
;
; 43:                                               ; preds = %40
;   %44 = and i128 %21, 4703919738795935662080
;   %45 = icmp eq i128 %44, 0
;   br i1 %45, label %46, label %70
;
; 46:                                               ; preds = %43
;   %47 = and i128 %21, 18374686479671623680
;   %48 = icmp eq i128 %47, 0
;   br i1 %48, label %49, label %70
;
; 49:                                               ; preds = %46
;   %50 = and i128 %21, 71776119061217280
;   %51 = icmp eq i128 %50, 0
;   br i1 %51, label %52, label %70
;
; 52:                                               ; preds = %49
;   %53 = and i128 %21, 280375465082880
;   %54 = icmp eq i128 %53, 0
;   br i1 %54, label %55, label %70
;
; 55:                                               ; preds = %52
;   %56 = and i128 %21, 1095216660480
;   %57 = icmp eq i128 %56, 0
;   br i1 %57, label %58, label %70
;
; 58:                                               ; preds = %55
;   %59 = and i128 %21, 4278190080
;   %60 = icmp eq i128 %59, 0
;   br i1 %60, label %61, label %70
;
; 61:                                               ; preds = %58
;   %62 = and i128 %21, 16711680
;   %63 = icmp eq i128 %62, 0
;   br i1 %63, label %64, label %70
;
; 64:                                               ; preds = %61
;   %65 = and i128 %21, 65280
;   %66 = icmp eq i128 %65, 0
;   br i1 %66, label %67, label %70
;
; 67:                                               ; preds = %64
;   %68 = and i128 %21, 255
;   %69 = icmp eq i128 %68, 0
;   br i1 %69, label %24, label %70
;
; 70:                                               ; preds = %67, %64, %61, %58, %55, %52, %49, %46, %43, %40, %37, %34, %31, %28, %25, %19
;   br label %71
;
; 71:                                               ; preds = %70, %24
;   %72 = phi i1 [ true, %24 ], [ false, %70 ]
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
