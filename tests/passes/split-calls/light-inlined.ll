;; What the dictionary has is left also where inlining made a constant of it; what only inlining made is split.
; pipeline: pins,dictionary,always-inline,function(instsimplify),split-calls<mode=light>
target triple = "x86_64-pc-linux-gnu"
@abc = private constant [4 x i8] c"abc\00"

declare i32 @strcmp(ptr, ptr)

define internal i32 @of(ptr %s, ptr %t) alwaysinline {
  %r = call i32 @strcmp(ptr %s, ptr %t)
  ret i32 %r
}

define internal i32 @behind(ptr %s, ptr %t) alwaysinline {
  %u = getelementptr i8, ptr %t, i64 1
  %r = call i32 @strcmp(ptr %s, ptr %u)
  ret i32 %r
}

define i32 @recorded(ptr %s) {
  %r = call i32 @of(ptr %s, ptr @abc)
  ret i32 %r
}

define i32 @only_inlined(ptr %s) {
  %r = call i32 @behind(ptr %s, ptr @abc)
  ret i32 %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; define i32 @recorded(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %r.i = call i32 @strcmp(ptr %s, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   ret i32 %r.i
; }
;
; define i32 @only_inlined(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 98
;   br i1 %3, label %4, label %9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %s, i64 1
;   %6 = load i8, ptr %5, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 99
;   br i1 %8, label %15, label %9, !fz.step !5
;
; 9:                                                ; preds = %15, %4, %0
;   %10 = phi i8 [ %2, %0 ], [ %7, %4 ], [ %18, %15 ]
;   %11 = phi i8 [ 98, %0 ], [ 99, %4 ], [ 0, %15 ]
;   %12 = zext i8 %10 to i32
;   %13 = zext i8 %11 to i32
;   %14 = sub i32 %12, %13
;   br label %21
;
; 15:                                               ; preds = %4
;   %16 = getelementptr i8, ptr %s, i64 2
;   %17 = load i8, ptr %16, align 1
;   %18 = freeze i8 %17
;   %19 = icmp eq i8 %18, 0
;   br i1 %19, label %20, label %9, !fz.step !5
;
; 20:                                               ; preds = %15
;   br label %21
;
; 21:                                               ; preds = %20, %9
;   %22 = phi i32 [ %14, %9 ], [ 0, %20 ]
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   ret i32 %22
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1}
; !fz.facts = !{!2, !3, !4}
;
; !0 = !{i64 4, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"of", !"abc"}
; !1 = !{i64 6, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"behind", !"abc"}
; !2 = !{!"done:dictionary", !"2"}
; !3 = !{!"done:split-calls", !"1"}
; !4 = !{!"skipped:split-calls:dictionary", !"1"}
; !5 = !{}
