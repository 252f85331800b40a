;; The tables that LLVM makes of switches are switches again; the program's own tables are data.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

@switch.table.f = private unnamed_addr constant [3 x i32] [i32 7, i32 9, i32 4]
@own = private unnamed_addr constant [3 x i32] [i32 7, i32 9, i32 4]

define i32 @f(i64 noundef %i) {
  %p = getelementptr inbounds [3 x i32], ptr @switch.table.f, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @g(i64 noundef %i) {
  %p = getelementptr inbounds [3 x i32], ptr @own, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @switch.table.f = private unnamed_addr constant [3 x i32] [i32 7, i32 9, i32 4]
; @own = private unnamed_addr constant [3 x i32] [i32 7, i32 9, i32 4]
;
; define i32 @f(i64 noundef %i) {
;   %p = getelementptr inbounds [3 x i32], ptr @switch.table.f, i64 0, i64 %i
;   switch i64 %i, label %3 [
;     i64 0, label %1
;     i64 1, label %2
;   ]
;
; 1:                                                ; preds = %0
;   br label %4
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2, %1
;   %5 = phi i32 [ 7, %1 ], [ 9, %2 ], [ 4, %3 ]
;   ret i32 %5
; }
;
; define i32 @g(i64 noundef %i) {
;   %p = getelementptr inbounds [3 x i32], ptr @own, i64 0, i64 %i
;   %v = load i32, ptr %p, align 4
;   ret i32 %v
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"1"}
