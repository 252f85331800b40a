;; Constants that come to a compare by a function that hands on what it is passed, or what stands in it.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@array = private constant { [4 x i8] } { [4 x i8] c"\CA\FE\BA\BE" }
@bytes = private constant [3 x i8] c"\1F\8B\08"
@text = private constant [9 x i8] c"viewed..\00"
@view = private constant { i64, ptr } { i64 6, ptr @text }
@other = private constant [5 x i8] c"more\00"

declare i32 @memcmp(ptr, ptr, i64)
declare i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr, ptr, ptr)

; Calls itself, and does more than hand on.
define internal ptr @more(ptr %p) {
  store i8 0, ptr %p
  %q = call ptr @more(ptr %p)
  ret ptr %q
}

define linkonce_odr ptr @data(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %p = load ptr, ptr %slot
  %q = call ptr @begin(ptr %p)
  ret ptr %q
}

define linkonce_odr i64 @size(ptr %this) {
  ret i64 4
}

define linkonce_odr ptr @begin(ptr %p) {
  ret ptr %p
}

define linkonce_odr ptr @end(ptr %p) {
  %q = getelementptr inbounds [3 x i8], ptr %p, i64 1
  ret ptr %q
}

define linkonce_odr ptr @view_data(ptr %this) {
  %field = getelementptr inbounds { i64, ptr }, ptr %this, i32 0, i32 1
  %q = load ptr, ptr %field
  ret ptr %q
}

define linkonce_odr i64 @view_size(ptr %this) {
  %n = load i64, ptr %this
  ret i64 %n
}

define void @f(ptr %s) {
  %p = call ptr @data(ptr @array)
  %n = call i64 @size(ptr @array)
  call i32 @memcmp(ptr %s, ptr %p, i64 %n)
  %b = call ptr @begin(ptr @bytes)
  %e = call ptr @end(ptr @bytes)
  call i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr %b, ptr %e, ptr %s)
  %v = call ptr @view_data(ptr @view)
  %l = call i64 @view_size(ptr @view)
  call i32 @memcmp(ptr %s, ptr %v, i64 %l)
  %m = call ptr @more(ptr @other)
  call i32 @memcmp(ptr %s, ptr %m, i64 4)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @array = private constant { [4 x i8] } { [4 x i8] c"\CA\FE\BA\BE" }
; @bytes = private constant [3 x i8] c"\1F\8B\08"
; @text = private constant [9 x i8] c"viewed..\00"
; @view = private constant { i64, ptr } { i64 6, ptr @text }
; @other = private constant [5 x i8] c"more\00"
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr, ptr, ptr)
;
; define internal ptr @more(ptr %p) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   store i8 0, ptr %p, align 1
;   %q = call ptr @more(ptr %p)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   ret ptr %q
; }
;
; define linkonce_odr ptr @data(ptr %this) {
;   %slot = alloca ptr, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   store ptr %this, ptr %slot, align 8
;   %p = load ptr, ptr %slot, align 8
;   %q = call ptr @begin(ptr %p)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret ptr %q
; }
;
; define linkonce_odr i64 @size(ptr %this) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   ret i64 4
; }
;
; define linkonce_odr ptr @begin(ptr %p) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   ret ptr %p
; }
;
; define linkonce_odr ptr @end(ptr %p) {
;   %q = getelementptr inbounds [3 x i8], ptr %p, i64 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret ptr %q
; }
;
; define linkonce_odr ptr @view_data(ptr %this) {
;   %field = getelementptr inbounds { i64, ptr }, ptr %this, i32 0, i32 1
;   %q = load ptr, ptr %field, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   ret ptr %q
; }
;
; define linkonce_odr i64 @view_size(ptr %this) {
;   %n = load i64, ptr %this, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   ret i64 %n
; }
;
; define void @f(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   %p = call ptr @data(ptr @array)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   %n = call i64 @size(ptr @array)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   %1 = call i32 @memcmp(ptr %s, ptr %p, i64 %n)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   %b = call ptr @begin(ptr @bytes)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 13, i32 0, i64 -1)
;   %e = call ptr @end(ptr @bytes)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 14, i32 0, i64 -1)
;   %2 = call i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr %b, ptr %e, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 15, i32 0, i64 -1)
;   %v = call ptr @view_data(ptr @view)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 16, i32 0, i64 -1)
;   %l = call i64 @view_size(ptr @view)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 17, i32 0, i64 -1)
;   %3 = call i32 @memcmp(ptr %s, ptr %v, i64 %l)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 18, i32 0, i64 -1)
;   %m = call ptr @more(ptr @other)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 19, i32 0, i64 -1)
;   %4 = call i32 @memcmp(ptr %s, ptr %m, i64 4)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 20, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5, !6}
; !fz.facts = !{!7}
;
; !0 = !{i64 11, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"\CA\FE\BA\BE"}
; !1 = !{i64 14, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"_ZSt5equalIPKhS1_EbT_S2_T0_", !"\1F\8B\08"}
; !2 = !{i64 15, i64 8, i64 6, i64 0, !"", i64 0, i64 0, !"view", !"\06\00\00\00\00\00\00\00"}
; !3 = !{i64 15, i64 7, i64 40, i64 0, !"", i64 0, i64 0, !"view", !"viewed.."}
; !4 = !{i64 16, i64 7, i64 40, i64 0, !"", i64 0, i64 0, !"view", !"viewed.."}
; !5 = !{i64 17, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"view", !"viewed"}
; !6 = !{i64 18, i64 7, i64 50, i64 0, !"", i64 0, i64 0, !"more", !"more"}
; !7 = !{!"done:dictionary", !"7"}
