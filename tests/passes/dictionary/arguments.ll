;; What is passed to other functions: texts, structures with all that they hold, names of functions that ask count more,
;; and those that write less. What speaks to people is junk.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

%thing = type { ptr, i32, i32, ptr }
@abc = private constant [4 x i8] c"abc\00"
@def = private constant [4 x i8] c"def\00"
@format = private constant [7 x i8] c"%d of\0A\00"
@spoken = private constant [20 x i8] c"there is no such ab\00"
@inner = internal constant { i16 } { i16 4660 }
@thing = internal constant %thing { ptr @abc, i32 99999, i32 1, ptr @inner }
@handlers = internal constant [2 x ptr] [ptr @other, ptr @get_it]
@_ZTI1X = constant { ptr } { ptr @def }

declare void @other(ptr)
declare void @get_it(ptr)
declare void @put_it(ptr)
declare i32 @printf(ptr, ...)

define void @f(ptr %indirect) {
  call void @other(ptr @abc)
  call void @get_it(ptr @abc)
  call void @put_it(ptr @abc)
  call void %indirect(ptr @abc)
  call void @other(ptr @spoken)
  call void @other(ptr @thing)
  call void @other(ptr @handlers)
  call void @other(ptr @_ZTI1X)
  call i32 (ptr, ...) @printf(ptr @format, i32 1)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; %thing = type { ptr, i32, i32, ptr }
;
; @abc = private constant [4 x i8] c"abc\00"
; @def = private constant [4 x i8] c"def\00"
; @format = private constant [7 x i8] c"%d of\0A\00"
; @spoken = private constant [20 x i8] c"there is no such ab\00"
; @inner = internal constant { i16 } { i16 4660 }
; @thing = internal constant %thing { ptr @abc, i32 99999, i32 1, ptr @inner }
; @handlers = internal constant [2 x ptr] [ptr @other, ptr @get_it]
; @_ZTI1X = constant { ptr } { ptr @def }
;
; declare void @other(ptr)
;
; declare void @get_it(ptr)
;
; declare void @put_it(ptr)
;
; declare i32 @printf(ptr, ...)
;
; define void @f(ptr %indirect) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   call void @other(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @get_it(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @put_it(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   call void %indirect(ptr @abc)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   call void @other(ptr @spoken)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   call void @other(ptr @thing)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   call void @other(ptr @handlers)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   call void @other(ptr @_ZTI1X)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   %1 = call i32 (ptr, ...) @printf(ptr @format, i32 1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10}
; !fz.facts = !{!11}
;
; !0 = !{!"4\12\00\00\00\00\00\00\9F\86\01\00\00\00\00\00"}
; !1 = !{i64 0, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"other", !"abc"}
; !2 = !{i64 1, i64 7, i64 65, i64 0, !"", i64 0, i64 0, !"get_it", !"abc"}
; !3 = !{i64 2, i64 7, i64 8, i64 0, !"", i64 0, i64 0, !"put_it", !"abc"}
; !4 = !{i64 3, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"", !"abc"}
; !5 = !{i64 4, i64 7, i64 4, i64 0, !"", i64 0, i64 0, !"other", !"there is no such ab"}
; !6 = !{i64 5, i64 7, i64 40, i64 0, !"", i64 0, i64 0, !"thing", !"abc"}
; !7 = !{i64 5, i64 8, i64 40, i64 0, !"", i64 0, i64 0, !"thing", !"\9F\86\01\00"}
; !8 = !{i64 5, i64 8, i64 2, i64 0, !"", i64 0, i64 0, !"thing", !"\01\00\00\00"}
; !9 = !{i64 5, i64 8, i64 40, i64 0, !"", i64 0, i64 0, !"thing", !"4\12"}
; !10 = !{i64 8, i64 7, i64 4, i64 0, !"", i64 0, i64 0, !"printf", !"%d of\0A"}
; !11 = !{!"done:dictionary", !"10"}
