;; Texts that the program takes apart: the parts are words, and the whole counts less.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@bars = private constant [19 x i8] c"<html>|<body>|<p>|\00"
@nuls = private constant [13 x i8] c"get\00put\00post\00"
@spoken = private constant [14 x i8] c"one of a kind\00"
@format = private constant [15 x i8] c"GIF %dx%d SIZE\00"

declare void @other(ptr)
declare ptr @strstr(ptr, ptr)
declare i32 @strcmp(ptr, ptr)
declare i32 @sscanf(ptr, ptr, ...)

define void @f(ptr %s) {
  call void @other(ptr @bars)
  call void @other(ptr @nuls)
  call void @other(ptr @spoken)
  call ptr @strstr(ptr @bars, ptr %s)
  call i32 (ptr, ptr, ...) @sscanf(ptr %s, ptr @format, ptr %s, ptr %s)
  ret void
}

define void @walk(ptr %s, i64 %n) {
  %p = getelementptr i8, ptr @nuls, i64 %n
  call i32 @strcmp(ptr %s, ptr %p)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @bars = private constant [19 x i8] c"<html>|<body>|<p>|\00"
; @nuls = private constant [13 x i8] c"get\00put\00post\00"
; @spoken = private constant [14 x i8] c"one of a kind\00"
; @format = private constant [15 x i8] c"GIF %dx%d SIZE\00"
;
; declare void @other(ptr)
;
; declare ptr @strstr(ptr, ptr)
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @sscanf(ptr, ptr, ...)
;
; define void @f(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   call void @other(ptr @bars)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @other(ptr @nuls)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @other(ptr @spoken)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %1 = call ptr @strstr(ptr @bars, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %2 = call i32 (ptr, ptr, ...) @sscanf(ptr %s, ptr @format, ptr %s, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   ret void
; }
;
; define void @walk(ptr %s, i64 %n) {
;   %p = getelementptr i8, ptr @nuls, i64 %n
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   %1 = call i32 @strcmp(ptr %s, ptr %p)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17}
; !fz.facts = !{!18}
;
; !0 = !{i64 0, i64 7, i64 25, i64 0, !"", i64 0, i64 0, !"other", !"<html>|<body>|<p>|"}
; !1 = !{i64 0, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"other", !"<html>"}
; !2 = !{i64 0, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"other", !"<body>"}
; !3 = !{i64 0, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"other", !"<p>"}
; !4 = !{i64 1, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"other", !"get"}
; !5 = !{i64 1, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"other", !"put"}
; !6 = !{i64 1, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"other", !"post"}
; !7 = !{i64 2, i64 7, i64 4, i64 0, !"", i64 0, i64 0, !"other", !"one of a kind"}
; !8 = !{i64 3, i64 6, i64 25, i64 0, !"", i64 0, i64 0, !"strstr", !"<html>|<body>|<p>|"}
; !9 = !{i64 3, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"strstr", !"<html>"}
; !10 = !{i64 3, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"strstr", !"<body>"}
; !11 = !{i64 3, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"strstr", !"<p>"}
; !12 = !{i64 4, i64 6, i64 70, i64 0, !"", i64 0, i64 0, !"sscanf", !"GIF"}
; !13 = !{i64 4, i64 6, i64 6, i64 0, !"", i64 0, i64 0, !"sscanf", !"x"}
; !14 = !{i64 4, i64 6, i64 70, i64 0, !"", i64 0, i64 0, !"sscanf", !"SIZE"}
; !15 = !{i64 6, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"nuls", !"get"}
; !16 = !{i64 6, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"nuls", !"put"}
; !17 = !{i64 6, i64 11, i64 75, i64 0, !"", i64 0, i64 0, !"nuls", !"post"}
; !18 = !{!"done:dictionary", !"18"}
