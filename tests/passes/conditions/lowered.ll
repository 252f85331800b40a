;; What decides a branch is told by it; what is computed with, by a branch of its own, and a select becomes one.
; pipeline: conditions
target triple = "x86_64-pc-linux-gnu"

declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg)

define i32 @decides(i32 %a) {
  %c = icmp eq i32 %a, 7
  %n = zext i1 %c to i64
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349505, double 7.500000e-01)
  %b = icmp ne i64 %m, 0
  br i1 %b, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 2
}

define i32 @computes(i32 %a, i32 %b, i32 %s) {
  %c = icmp slt i32 %a, %b
  %n = zext i1 %c to i64
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349506, double 7.500000e-01)
  %t = trunc i64 %m to i32
  %sum = add i32 %s, %t
  ret i32 %sum
}

define i32 @chooses(i32 %a) {
  %c = icmp ne i32 %a, 0
  %n = zext i1 %c to i64
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349507, double 7.500000e-01)
  %b = icmp ne i64 %m, 0
  %r = select i1 %b, i32 4, i32 5
  ret i32 %r
}

define i32 @switches(i32 %a) {
  %n = sext i32 %a to i64
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214543322316804, double 7.500000e-01)
  %t = trunc i64 %m to i32
  switch i32 %t, label %no [
    i32 1, label %yes
  ]

yes:
  ret i32 1

no:
  ret i32 2
}

; Nothing to decide, and a program's own expectation.
define i1 @others(i64 %a) {
  %m = call i64 @llvm.expect.with.probability.i64(i64 1, i64 7384214539027349509, double 7.500000e-01)
  %e = call i64 @llvm.expect.with.probability.i64(i64 %a, i64 1, double 7.500000e-01)
  %r = icmp eq i64 %m, %e
  ret i1 %r
}
; As clang chooses: the extension is for its own coverage, and nobody uses it.
define i32 @chooses_and_counts(i32 %a) {
  %c = icmp ne i32 %a, 0
  %n = zext i1 %c to i64
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349510, double 7.500000e-01)
  %b = icmp ne i64 %m, 0
  %step = zext i1 %b to i64
  %r = select i1 %b, i32 4, i32 5
  ret i32 %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
; declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg) #0
;
; define i32 @decides(i32 %a) {
;   %c = icmp eq i32 %a, 7
;   %n = zext i1 %c to i64
;   %b = icmp ne i64 %n, 0
;   br i1 %b, label %yes, label %no, !fz.condition !2
;
; yes:                                              ; preds = %0
;   ret i32 1
;
; no:                                               ; preds = %0
;   ret i32 2
; }
;
; define i32 @computes(i32 %a, i32 %b, i32 %s) {
;   %c = icmp slt i32 %a, %b
;   %n = zext i1 %c to i64
;   %1 = icmp ne i64 %n, 0
;   %2 = freeze i1 %1
;   br i1 %2, label %3, label %4, !fz.condition !3
;
; 3:                                                ; preds = %0
;   br label %5
;
; 4:                                                ; preds = %0
;   br label %5
;
; 5:                                                ; preds = %4, %3
;   %6 = phi i64 [ 1, %3 ], [ 0, %4 ]
;   %t = trunc i64 %6 to i32
;   %sum = add i32 %s, %t
;   ret i32 %sum
; }
;
; define i32 @chooses(i32 %a) {
;   %c = icmp ne i32 %a, 0
;   %n = zext i1 %c to i64
;   %b = icmp ne i64 %n, 0
;   %1 = freeze i1 %b
;   br i1 %1, label %2, label %3, !fz.condition !4
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   %5 = phi i32 [ 4, %2 ], [ 5, %3 ]
;   ret i32 %5
; }
;
; define i32 @switches(i32 %a) {
;   %n = sext i32 %a to i64
;   %t = trunc i64 %n to i32
;   switch i32 %t, label %no [
;     i32 1, label %yes
;   ], !fz.condition !5
;
; yes:                                              ; preds = %0
;   ret i32 1
;
; no:                                               ; preds = %0
;   ret i32 2
; }
;
; define i1 @others(i64 %a) {
;   %e = call i64 @llvm.expect.with.probability.i64(i64 %a, i64 1, double 7.500000e-01)
;   %r = icmp eq i64 1, %e
;   ret i1 %r
; }
;
; define i32 @chooses_and_counts(i32 %a) {
;   %c = icmp ne i32 %a, 0
;   %n = zext i1 %c to i64
;   %b = icmp ne i64 %n, 0
;   %1 = freeze i1 %b
;   br i1 %1, label %2, label %3, !fz.condition !6
;
; 2:                                                ; preds = %0
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   %5 = phi i32 [ 4, %2 ], [ 5, %3 ]
;   ret i32 %5
; }
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
;
; !fz.settled = !{!0}
; !fz.facts = !{!1}
;
; !0 = !{i64 5, i64 1}
; !1 = !{!"done:conditions", !"6"}
; !2 = !{i32 1}
; !3 = !{i32 2}
; !4 = !{i32 3}
; !5 = !{i32 4}
; !6 = !{i32 6}
