;; A function that is defined here is none of the table, whatever its name: what it is passed is an argument.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@abc = private constant [4 x i8] c"abc\00"

define i32 @strcmp(ptr %a, ptr %b) {
  ret i32 0
}

define i32 @f(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @abc)
  ret i32 %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
;
; define i32 @strcmp(ptr %a, ptr %b) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @f(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %r = call i32 @strcmp(ptr %s, ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   ret i32 %r
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0}
; !fz.facts = !{!1}
;
; !0 = !{i64 1, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"strcmp", !"abc"}
; !1 = !{!"done:dictionary", !"1"}
