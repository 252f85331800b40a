;; Numbers that are passed to a function that compares them, also through another function; not those that it only
;; computes with, those that do not fit what they are compared with, and small ones.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define internal i1 @same(i32 %v, i32 %want) {
  %slot = alloca i32
  store i32 %want, ptr %slot
  %w = load i32, ptr %slot
  %c = icmp eq i32 %v, %w
  ret i1 %c
}

define internal i1 @narrow(ptr %p, i32 %want) {
  %half = load i16, ptr %p
  %v = zext i16 %half to i32
  %c = icmp ne i32 %want, %v
  ret i1 %c
}

define internal i1 @handed(i32 %want, i32 %v) {
  %c = call i1 @same(i32 %v, i32 %want)
  ret i1 %c
}

define internal i32 @mixed(i32 %v, i32 %by) {
  %x = xor i32 %v, %by
  ret i32 %x
}

define internal i1 @again(i32 %v, i32 %want) {
  %c = icmp eq i32 %v, %want
  %d = call i1 @again(i32 %v, i32 %want)
  ret i1 %c
}

define void @f(i32 %v, ptr %p) {
  call i1 @same(i32 %v, i32 1515852340)
  call i1 @narrow(ptr %p, i32 19778)
  call i1 @narrow(ptr %p, i32 1179011410)
  call i1 @handed(i32 1163280727, i32 %v)
  call i32 @mixed(i32 %v, i32 305419896)
  call i1 @again(i32 %v, i32 439041101)
  call i1 @same(i32 %v, i32 200)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define internal i1 @same(i32 %v, i32 %want) {
;   %slot = alloca i32, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   store i32 %want, ptr %slot, align 4
;   %w = load i32, ptr %slot, align 4
;   %c = icmp eq i32 %v, %w
;   ret i1 %c
; }
;
; define internal i1 @narrow(ptr %p, i32 %want) {
;   %half = load i16, ptr %p, align 2
;   %v = zext i16 %half to i32
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %c = icmp ne i32 %want, %v
;   ret i1 %c
; }
;
; define internal i1 @handed(i32 %want, i32 %v) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %c = call i1 @same(i32 %v, i32 %want)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret i1 %c
; }
;
; define internal i32 @mixed(i32 %v, i32 %by) {
;   %x = xor i32 %v, %by
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   ret i32 %x
; }
;
; define internal i1 @again(i32 %v, i32 %want) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %c = icmp eq i32 %v, %want
;   %d = call i1 @again(i32 %v, i32 %want)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret i1 %c
; }
;
; define void @f(i32 %v, ptr %p) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   %1 = call i1 @same(i32 %v, i32 1515852340)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   %2 = call i1 @narrow(ptr %p, i32 19778)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   %3 = call i1 @narrow(ptr %p, i32 1179011410)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   %4 = call i1 @handed(i32 1163280727, i32 %v)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   %5 = call i32 @mixed(i32 %v, i32 305419896)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   %6 = call i1 @again(i32 %v, i32 439041101)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 13, i32 0, i64 -1)
;   %7 = call i1 @same(i32 %v, i32 200)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 14, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !4, !5, !6, !7}
; !fz.facts = !{!8}
;
; !0 = !{!"BM\00\00\00\00\00\00xV4\12\00\00\00\00M<+\1A\00\00\00\00WAVE\00\00\00\00RIFF\00\00\00\004\12ZZ\00\00\00\00"}
; !1 = !{i64 7, i64 1, i64 65, i64 0, !"", i64 0, i64 0, !"", !"4\12ZZ"}
; !2 = !{i64 7, i64 1, i64 60, i64 1, !"", i64 0, i64 0, !"", !"ZZ\124"}
; !3 = !{i64 8, i64 1, i64 75, i64 0, !"", i64 0, i64 0, !"", !"BM"}
; !4 = !{i64 10, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"WAVE"}
; !5 = !{i64 10, i64 1, i64 80, i64 1, !"", i64 0, i64 0, !"", !"EVAW"}
; !6 = !{i64 12, i64 1, i64 65, i64 0, !"", i64 0, i64 0, !"", !"M<+\1A"}
; !7 = !{i64 12, i64 1, i64 60, i64 1, !"", i64 0, i64 0, !"", !"\1A+<M"}
; !8 = !{!"done:dictionary", !"7"}
