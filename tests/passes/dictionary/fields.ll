;; A number that a structure or a global variable holds may have been put together from bytes: it is a word in both orders. What
;; is loaded from bytes is as it lies there.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

%chunk = type { i32, i32 }
@last = external global i32

define i32 @f(ptr %chunk, ptr %bytes) {
  %field = getelementptr %chunk, ptr %chunk, i32 0, i32 1
  %name = load i32, ptr %field
  %a = icmp eq i32 %name, 1229472850
  %global = load i32, ptr @last
  %b = icmp eq i32 %global, 1229209940
  %at = getelementptr i8, ptr %bytes, i64 4
  %word = load i32, ptr %at
  %c = icmp eq i32 %word, 1229278788
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  %result = zext i1 %abc to i32
  ret i32 %result
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; %chunk = type { i32, i32 }
;
; @last = external global i32
;
; define i32 @f(ptr %chunk, ptr %bytes) {
;   %field = getelementptr %chunk, ptr %chunk, i32 0, i32 1
;   %name = load i32, ptr %field, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %a = icmp eq i32 %name, 1229472850
;   %global = load i32, ptr @last, align 4
;   %b = icmp eq i32 %global, 1229209940
;   %at = getelementptr i8, ptr %bytes, i64 4
;   %word = load i32, ptr %at, align 4
;   %c = icmp eq i32 %word, 1229278788
;   %ab = or i1 %a, %b
;   %abc = or i1 %ab, %c
;   %result = zext i1 %abc to i32
;   ret i32 %result
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !4, !5}
; !fz.facts = !{!6}
;
; !0 = !{!"TADI\00\00\00\00DNEI\00\00\00\00RDHI\00\00\00\00"}
; !1 = !{i64 0, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"RDHI"}
; !2 = !{i64 0, i64 1, i64 80, i64 1, !"", i64 0, i64 0, !"", !"IHDR"}
; !3 = !{i64 0, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"TADI"}
; !4 = !{i64 0, i64 1, i64 80, i64 1, !"", i64 0, i64 0, !"", !"IDAT"}
; !5 = !{i64 0, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"DNEI"}
; !6 = !{!"done:dictionary", !"5"}
