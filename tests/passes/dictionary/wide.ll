;; Wide strings are words as they lie in memory, and as the narrow text that they are decoded from.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@four = private constant [3 x i32] [i32 97, i32 228, i32 0]
@two = private constant [4 x i16] [i16 97, i16 98, i16 99, i16 0]
@numbers = private constant [3 x i32] [i32 70000, i32 3, i32 0]

declare i32 @wcscmp(ptr, ptr)
declare i32 @wcsncmp(ptr, ptr, i64)
declare void @other(ptr)

define void @f(ptr %s) {
  call i32 @wcscmp(ptr %s, ptr @four)
  call i32 @wcsncmp(ptr %s, ptr @four, i64 1)
  call void @other(ptr @two)
  call void @other(ptr @numbers)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @four = private constant [3 x i32] [i32 97, i32 228, i32 0]
; @two = private constant [4 x i16] [i16 97, i16 98, i16 99, i16 0]
; @numbers = private constant [3 x i32] [i32 70000, i32 3, i32 0]
;
; declare i32 @wcscmp(ptr, ptr)
;
; declare i32 @wcsncmp(ptr, ptr, i64)
;
; declare void @other(ptr)
;
; define void @f(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %1 = call i32 @wcscmp(ptr %s, ptr @four)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %2 = call i32 @wcsncmp(ptr %s, ptr @four, i64 1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @other(ptr @two)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   call void @other(ptr @numbers)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !2, !4, !5, !6, !7}
; !fz.facts = !{!8}
;
; !0 = !{!"p\11\01\00\00\00\00\00"}
; !1 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"wcscmp", !"a\C3\A4"}
; !2 = !{i64 0, i64 6, i64 80, i64 4, !"", i64 0, i64 0, !"wcscmp", !"a\00\00\00\E4\00\00\00"}
; !3 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"wcscmp", !"a\E4"}
; !4 = !{i64 1, i64 6, i64 6, i64 0, !"", i64 0, i64 0, !"wcsncmp", !"a"}
; !5 = !{i64 1, i64 6, i64 0, i64 4, !"", i64 0, i64 0, !"wcsncmp", !"a\00\00\00"}
; !6 = !{i64 2, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"other", !"abc"}
; !7 = !{i64 2, i64 7, i64 40, i64 4, !"", i64 0, i64 0, !"other", !"a\00b\00c\00"}
; !8 = !{!"done:dictionary", !"8"}
