;; Tables that no code here uses are there for another unit: their words stand in no block. Those of other units' and
;; those that code here uses are none of these.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@abc = private constant [4 x i8] c"abc\00"
@def = private constant [4 x i8] c"def\00"
@ghi = private constant [4 x i8] c"ghi\00"
@names = constant [3 x ptr] [ptr @abc, ptr @def, ptr null]
@used = constant [2 x ptr] [ptr @ghi, ptr null]
@elsewhere = external constant [2 x ptr]
@own = internal constant [2 x ptr] [ptr @ghi, ptr null]
@version = constant [6 x i8] c"1.2.3\00"

define ptr @f(i64 %i) {
  %p = getelementptr [2 x ptr], ptr @used, i64 0, i64 %i
  %r = load ptr, ptr %p
  ret ptr %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @abc = private constant [4 x i8] c"abc\00"
; @def = private constant [4 x i8] c"def\00"
; @ghi = private constant [4 x i8] c"ghi\00"
; @names = constant [3 x ptr] [ptr @abc, ptr @def, ptr null]
; @used = constant [2 x ptr] [ptr @ghi, ptr null]
; @elsewhere = external constant [2 x ptr]
; @own = internal constant [2 x ptr] [ptr @ghi, ptr null]
; @version = constant [6 x i8] c"1.2.3\00"
;
; define ptr @f(i64 %i) {
;   %p = getelementptr [2 x ptr], ptr @used, i64 0, i64 %i
;   %r = load ptr, ptr %p, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   ret ptr %r
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3}
; !fz.facts = !{!4}
;
; !0 = !{i64 0, i64 9, i64 30, i64 0, !"", i64 0, i64 0, !"used", !"ghi"}
; !1 = !{i64 4294967295, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"names", !"abc"}
; !2 = !{i64 4294967295, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"names", !"def"}
; !3 = !{i64 4294967295, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"", !"1.2.3"}
; !4 = !{!"done:dictionary", !"4"}
