;; Where arithmetic saturates is an edge.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i8 @unsigned(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  %b = call i8 @llvm.usub.sat.i8(i8 %a, i8 3)
  ret i8 %b
}

define i8 @signed(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @llvm.ssub.sat.i8(i8 %x, i8 %y)
  ret i8 %a
}

define i8 @shift(i8 noundef %x, i8 noundef %y) {
  %a = call i8 @llvm.sshl.sat.i8(i8 %x, i8 %y)
  ret i8 %a
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i8 @unsigned(i8 noundef %x, i8 noundef %y) {
;   %1 = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
;   %2 = extractvalue { i8, i1 } %1, 0
;   %3 = extractvalue { i8, i1 } %1, 1
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %6
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %5, %4
;   %7 = phi i8 [ -1, %4 ], [ %2, %5 ]
;   %8 = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %7, i8 3)
;   %9 = extractvalue { i8, i1 } %8, 0
;   %10 = extractvalue { i8, i1 } %8, 1
;   br i1 %10, label %11, label %12
;
; 11:                                               ; preds = %6
;   br label %13
;
; 12:                                               ; preds = %6
;   br label %13
;
; 13:                                               ; preds = %12, %11
;   %14 = phi i8 [ 0, %11 ], [ %9, %12 ]
;   ret i8 %14
; }
;
; define i8 @signed(i8 noundef %x, i8 noundef %y) {
;   %1 = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)
;   %2 = extractvalue { i8, i1 } %1, 0
;   %3 = extractvalue { i8, i1 } %1, 1
;   %4 = ashr i8 %x, 7
;   %5 = xor i8 %4, 127
;   br i1 %3, label %6, label %7
;
; 6:                                                ; preds = %0
;   br label %8
;
; 7:                                                ; preds = %0
;   br label %8
;
; 8:                                                ; preds = %7, %6
;   %9 = phi i8 [ %5, %6 ], [ %2, %7 ]
;   ret i8 %9
; }
;
; define i8 @shift(i8 noundef %x, i8 noundef %y) {
;   %1 = shl i8 %x, %y
;   %2 = ashr i8 %1, %y
;   %3 = icmp ne i8 %2, %x
;   %4 = ashr i8 %x, 7
;   %5 = xor i8 %4, 127
;   %6 = freeze i1 %3
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %0
;   br label %9
;
; 8:                                                ; preds = %0
;   br label %9
;
; 9:                                                ; preds = %8, %7
;   %10 = phi i8 [ %5, %7 ], [ %1, %8 ]
;   ret i8 %10
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.sshl.sat.i8(i8, i8) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.ssub.sat.i8(i8, i8) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.uadd.sat.i8(i8, i8) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i8 @llvm.usub.sat.i8(i8, i8) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8) #1
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"4"}
