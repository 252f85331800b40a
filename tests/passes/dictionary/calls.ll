;; Constant operands of functions that compare and search: cut at the length that is passed, whichever operand it is, also
;; in an invoke. Two constants are no word, and a NUL is part of memory alone.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@abc = private constant [4 x i8] c"abc\00"
@nul = private constant [5 x i8] c"a\00b\00\00"
@bare = private constant [2 x i8] c"PK"
@input = internal global [64 x i8] zeroinitializer
@magic = private constant [5 x i8] c"magic"
@digits = private constant [4 x i8] c"0123"

declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @strcasecmp(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strchr(ptr, i32)
declare ptr @memmem(ptr, i64, ptr, i64)
declare i64 @strspn(ptr, ptr)
declare i32 @personality(...)

define void @f(ptr %s, i64 %n, i32 %c) personality ptr @personality {
  call i32 @strcmp(ptr @abc, ptr %s)
  call i32 @strcmp(ptr @abc, ptr @nul)
  call i32 @strcmp(ptr %s, ptr getelementptr (i8, ptr @abc, i64 1))
  call i32 @strncmp(ptr %s, ptr @abc, i64 2)
  call i32 @strncmp(ptr %s, ptr @abc, i64 8)
  call i32 @memcmp(ptr %s, ptr @nul, i64 3)
  call i32 @memcmp(ptr %s, ptr @nul, i64 9)
  call i32 @memcmp(ptr %s, ptr @bare, i64 %n)
  call i32 @strcasecmp(ptr %s, ptr @abc)
  call ptr @strstr(ptr %s, ptr @abc)
  call ptr @memmem(ptr %s, i64 %n, ptr @digits, i64 3)
  call ptr @strchr(ptr %s, i32 37)
  call ptr @strchr(ptr @abc, i32 %c)
  invoke i32 @strcmp(ptr %s, ptr @abc) to label %done unwind label %pad

done:
  call i64 @strspn(ptr %s, ptr @abc)
  ret void

pad:
  %p = landingpad { ptr, i32 } cleanup
  ret void
}

; A global variable is constant as an address, and not in what it holds.
define void @global() {
  call i32 @memcmp(ptr @input, ptr @magic, i64 5)
  call i32 @strcmp(ptr getelementptr (i8, ptr @input, i64 4), ptr getelementptr (i8, ptr @abc, i64 1))
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
; @nul = private constant [5 x i8] c"a\00b\00\00"
; @bare = private constant [2 x i8] c"PK"
; @input = internal global [64 x i8] zeroinitializer
; @magic = private constant [5 x i8] c"magic"
; @digits = private constant [4 x i8] c"0123"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @strncmp(ptr, ptr, i64)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @strcasecmp(ptr, ptr)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @strchr(ptr, i32)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare i64 @strspn(ptr, ptr)
;
; declare i32 @personality(...)
;
; define void @f(ptr %s, i64 %n, i32 %c) personality ptr @personality {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %1 = call i32 @strcmp(ptr @abc, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %2 = call i32 @strcmp(ptr @abc, ptr @nul)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %3 = call i32 @strcmp(ptr %s, ptr getelementptr (i8, ptr @abc, i64 1))
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %4 = call i32 @strncmp(ptr %s, ptr @abc, i64 2)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %5 = call i32 @strncmp(ptr %s, ptr @abc, i64 8)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %6 = call i32 @memcmp(ptr %s, ptr @nul, i64 3)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   %7 = call i32 @memcmp(ptr %s, ptr @nul, i64 9)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   %8 = call i32 @memcmp(ptr %s, ptr @bare, i64 %n)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   %9 = call i32 @strcasecmp(ptr %s, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   %10 = call ptr @strstr(ptr %s, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   %11 = call ptr @memmem(ptr %s, i64 %n, ptr @digits, i64 3)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   %12 = call ptr @strchr(ptr %s, i32 37)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   %13 = call ptr @strchr(ptr @abc, i32 %c)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 13, i32 0, i64 -1)
;   %14 = invoke i32 @strcmp(ptr %s, ptr @abc)
;           to label %done unwind label %pad
;
; done:                                             ; preds = %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 14, i32 0, i64 -1)
;   %15 = call i64 @strspn(ptr %s, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 15, i32 0, i64 -1)
;   ret void
;
; pad:                                              ; preds = %0
;   %p = landingpad { ptr, i32 }
;           cleanup
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 16, i32 0, i64 -1)
;   ret void
; }
;
; define void @global() {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 17, i32 0, i64 -1)
;   %1 = call i32 @memcmp(ptr @input, ptr @magic, i64 5)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 18, i32 0, i64 -1)
;   %2 = call i32 @strcmp(ptr getelementptr (i8, ptr @input, i64 4), ptr getelementptr (i8, ptr @abc, i64 1))
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 19, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}
; !fz.facts = !{!15}
;
; !0 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"abc"}
; !1 = !{i64 2, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"bc"}
; !2 = !{i64 3, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strncmp", !"ab"}
; !3 = !{i64 4, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strncmp", !"abc"}
; !4 = !{i64 5, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"a\00b"}
; !5 = !{i64 7, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"PK"}
; !6 = !{i64 8, i64 6, i64 90, i64 2, !"", i64 0, i64 0, !"strcasecmp", !"abc"}
; !7 = !{i64 9, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strstr", !"abc"}
; !8 = !{i64 10, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memmem", !"012"}
; !9 = !{i64 11, i64 6, i64 6, i64 0, !"", i64 0, i64 0, !"strchr", !"%"}
; !10 = !{i64 12, i64 10, i64 15, i64 0, !"", i64 0, i64 0, !"strchr", !"abc"}
; !11 = !{i64 13, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"abc"}
; !12 = !{i64 14, i64 10, i64 15, i64 0, !"", i64 0, i64 0, !"strspn", !"abc"}
; !13 = !{i64 17, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"magic"}
; !14 = !{i64 18, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"bc"}
; !15 = !{!"done:dictionary", !"15"}
