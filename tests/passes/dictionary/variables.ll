;; Constants reach a compare through variables, selects and φs, and through variables that begin as a copy.
; pipeline: pins,dictionary
; codegen: no
; since: 23, nofree nounwind willreturn => nofree nosync nounwind willreturn
target triple = "x86_64-pc-linux-gnu"

@one = private constant [4 x i8] c"one\00"
@two = private constant [4 x i8] c"two\00"
@six = private constant [4 x i8] c"six\00"
@__const.f.buffer = private constant [4 x i8] c"RIFF"

declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @f(ptr %s, i1 %c) {
entry:
  %v = alloca ptr
  %buffer = alloca [4 x i8]
  br i1 %c, label %a, label %b
a:
  store ptr @one, ptr %v
  br label %b
b:
  %phi = phi ptr [ @two, %entry ], [ @six, %a ]
  %load = load ptr, ptr %v
  call i32 @strcmp(ptr %s, ptr %load)
  call i32 @strcmp(ptr %phi, ptr %s)
  %select = select i1 %c, ptr @one, ptr @two
  call i32 @strcmp(ptr %s, ptr %select)
  call void @llvm.memcpy.p0.p0.i64(ptr %buffer, ptr @__const.f.buffer, i64 4, i1 false)
  call i32 @memcmp(ptr %s, ptr %buffer, i64 4)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @one = private constant [4 x i8] c"one\00"
; @two = private constant [4 x i8] c"two\00"
; @six = private constant [4 x i8] c"six\00"
; @__const.f.buffer = private constant [4 x i8] c"RIFF"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0
;
; define void @f(ptr %s, i1 %c) {
; entry:
;   %v = alloca ptr, align 8
;   %buffer = alloca [4 x i8], align 1
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   store ptr @one, ptr %v, align 8
;   br label %b
;
; b:                                                ; preds = %a, %entry
;   %phi = phi ptr [ @two, %entry ], [ @six, %a ]
;   %load = load ptr, ptr %v, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %0 = call i32 @strcmp(ptr %s, ptr %load)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %1 = call i32 @strcmp(ptr %phi, ptr %s)
;   %select = select i1 %c, ptr @one, ptr @two
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %2 = call i32 @strcmp(ptr %s, ptr %select)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   call void @llvm.memcpy.p0.p0.i64(ptr %buffer, ptr @__const.f.buffer, i64 4, i1 false)
;   %3 = call i32 @memcmp(ptr %s, ptr %buffer, i64 4)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5, !6, !7}
; !fz.facts = !{!8}
;
; !0 = !{i64 0, i64 7, i64 30, i64 0, !"", i64 0, i64 0, !"", !"one"}
; !1 = !{i64 1, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"one"}
; !2 = !{i64 2, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"two"}
; !3 = !{i64 2, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"six"}
; !4 = !{i64 3, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"one"}
; !5 = !{i64 3, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"two"}
; !6 = !{i64 4, i64 7, i64 8, i64 0, !"", i64 0, i64 0, !"", !"RIFF"}
; !7 = !{i64 4, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"RIFF"}
; !8 = !{!"done:dictionary", !"8"}
