;; A call may read on: what is compared behind it is a row of its own, and the row in front of it stays. Only a lone compare
;; looks further back.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

declare void @next(ptr)

define i1 @f(ptr %context) {
entry:
  %p0 = load ptr, ptr %context
  %a = load i8, ptr %p0
  %is_a = icmp eq i8 %a, 60
  br i1 %is_a, label %two, label %no
two:
  %p1 = load ptr, ptr %context
  %at1 = getelementptr i8, ptr %p1, i64 1
  %b = load i8, ptr %at1
  %is_b = icmp eq i8 %b, 33
  br i1 %is_b, label %three, label %no
three:
  call void @next(ptr %context)
  %p2 = load ptr, ptr %context
  %c = load i8, ptr %p2
  %is_c = icmp eq i8 %c, 65
  br i1 %is_c, label %four, label %no
four:
  %at3 = getelementptr i8, ptr %p2, i64 1
  %d = load i8, ptr %at3
  %is_d = icmp eq i8 %d, 66
  br i1 %is_d, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare void @next(ptr)
;
; define i1 @f(ptr %context) {
; entry:
;   %p0 = load ptr, ptr %context, align 8
;   %a = load i8, ptr %p0, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %is_a = icmp eq i8 %a, 60
;   br i1 %is_a, label %two, label %no
;
; two:                                              ; preds = %entry
;   %p1 = load ptr, ptr %context, align 8
;   %at1 = getelementptr i8, ptr %p1, i64 1
;   %b = load i8, ptr %at1, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %is_b = icmp eq i8 %b, 33
;   br i1 %is_b, label %three, label %no
;
; three:                                            ; preds = %two
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @next(ptr %context)
;   %p2 = load ptr, ptr %context, align 8
;   %c = load i8, ptr %p2, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %is_c = icmp eq i8 %c, 65
;   br i1 %is_c, label %four, label %no
;
; four:                                             ; preds = %three
;   %at3 = getelementptr i8, ptr %p2, i64 1
;   %d = load i8, ptr %at3, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %is_d = icmp eq i8 %d, 66
;   br i1 %is_d, label %yes, label %no
;
; yes:                                              ; preds = %four
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   ret i1 true
;
; no:                                               ; preds = %four, %three, %two, %entry
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret i1 false
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5}
; !fz.facts = !{!6}
;
; !0 = !{i64 0, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"<"}
; !1 = !{i64 1, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"<!"}
; !2 = !{i64 1, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"!"}
; !3 = !{i64 3, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"A"}
; !4 = !{i64 4, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"AB"}
; !5 = !{i64 4, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"B"}
; !6 = !{!"done:dictionary", !"6"}
