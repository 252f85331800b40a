;; What is stored or returned is compared elsewhere, perhaps; so is a table.
; pipeline: pins,dictionary
; codegen: no
; since: 23, nofree nounwind willreturn => nofree nosync nounwind willreturn
target triple = "x86_64-pc-linux-gnu"

@abc = private constant [4 x i8] c"abc\00"
@def = private constant [4 x i8] c"def\00"
@names = internal constant [3 x ptr] [ptr @abc, ptr @def, ptr null]

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptr @f(ptr %out, i1 %c) {
  store ptr @abc, ptr %out
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr @def, i64 2, i1 false)
  %r = select i1 %c, ptr @abc, ptr @def
  ret ptr %r
}

define ptr @table() {
  ret ptr @names
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
; @def = private constant [4 x i8] c"def\00"
; @names = internal constant [3 x ptr] [ptr @abc, ptr @def, ptr null]
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0
;
; define ptr @f(ptr %out, i1 %c) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   store ptr @abc, ptr %out, align 8
;   call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr @def, i64 2, i1 false)
;   %r = select i1 %c, ptr @abc, ptr @def
;   ret ptr %r
; }
;
; define ptr @table() {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   ret ptr @names
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !0, !2, !3, !4}
; !fz.facts = !{!5}
;
; !0 = !{i64 0, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"", !"abc"}
; !1 = !{i64 0, i64 7, i64 8, i64 0, !"", i64 0, i64 0, !"", !"de"}
; !2 = !{i64 0, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"", !"def"}
; !3 = !{i64 1, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"names", !"abc"}
; !4 = !{i64 1, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"names", !"def"}
; !5 = !{!"done:dictionary", !"6"}
