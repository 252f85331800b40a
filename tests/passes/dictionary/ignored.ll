;; Functions that warn, open files or make room, and those that `ignore` names, give no words but junk: what is one word itself.
; pipeline: pins,dictionary<ignore=my_*;ignore=Own::say>
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@abc = private constant [4 x i8] c"abc\00"
@told = private constant [11 x i8] c"no such x\0A\00"
@def = private constant [4 x i8] c"def\00"

declare void @png_warning(ptr)
declare ptr @fopen(ptr, ptr)
declare void @my_own(ptr)
declare void @_ZN3Own3sayEPKc(ptr)
declare void @_ZN3Own4saysEPKc(ptr)

define void @f() {
  call void @png_warning(ptr @abc)
  call ptr @fopen(ptr @abc, ptr @abc)
  call void @my_own(ptr @abc)
  call void @_ZN3Own3sayEPKc(ptr @abc)
  call void @_ZN3Own3sayEPKc(ptr @told)
  call void @_ZN3Own4saysEPKc(ptr @def)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
; @told = private constant [11 x i8] c"no such x\0A\00"
; @def = private constant [4 x i8] c"def\00"
;
; declare void @png_warning(ptr)
;
; declare ptr @fopen(ptr, ptr)
;
; declare void @my_own(ptr)
;
; declare void @_ZN3Own3sayEPKc(ptr)
;
; declare void @_ZN3Own4saysEPKc(ptr)
;
; define void @f() {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   call void @png_warning(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %1 = call ptr @fopen(ptr @abc, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @my_own(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   call void @_ZN3Own3sayEPKc(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   call void @_ZN3Own3sayEPKc(ptr @told)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   call void @_ZN3Own4saysEPKc(ptr @def)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1}
; !fz.facts = !{!2, !3}
;
; !0 = !{i64 0, i64 7, i64 4, i64 0, !"", i64 0, i64 0, !"png_warning", !"abc"}
; !1 = !{i64 5, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"_ZN3Own4saysEPKc", !"def"}
; !2 = !{!"done:dictionary", !"2"}
; !3 = !{!"skipped:dictionary:ignored", !"1"}
