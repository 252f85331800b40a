;; Truth values that are stored, returned, extended or summed; those that a branch decides anyway stay.
; pipeline: select-reedge
target triple = "x86_64-pc-linux-gnu"

define i32 @summed(i32 noundef %x, float noundef %f) {
  %a = icmp eq i32 %x, 1
  %b = fcmp olt float %f, 2.0
  %m = zext i1 %a to i32
  %n = sext i1 %b to i32
  %s = add i32 %m, %n
  ret i32 %s
}

define i1 @decided(i32 noundef %x, ptr %p) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %yes, label %no

yes:
  store i1 %a, ptr %p
  ret i1 %a

no:
  ret i1 false
}

define i1 @asked_again(i32 noundef %x) {
entry:
  %a = icmp eq i32 %x, 1
  %z = zext i1 %a to i64
  %e = call i64 @llvm.expect.i64(i64 %z, i64 0)
  %b = icmp ne i64 %e, 0
  br i1 %b, label %yes, label %no

yes:
  br label %no

no:
  %r = phi i1 [ true, %yes ], [ false, %entry ]
  ret i1 %r
}

define i1 @overflow(i32 noundef %x, i32 noundef %y) {
  %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  %o = extractvalue { i32, i1 } %s, 1
  ret i1 %o
}

define void @assumed(i32 noundef %x) {
  %a = icmp ult i32 %x, 10
  call void @llvm.assume(i1 %a)
  ret void
}

; The edges to the φ node have decided it: `!` reads that, and nothing is decided again.
define i32 @read(i32 noundef %x) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %yes, label %no

yes:
  br label %join

no:
  br label %join

join:
  %m = phi i64 [ 1, %yes ], [ 0, %no ]
  %b = icmp ne i64 %m, 0
  %c = xor i1 %b, true
  %n = zext i1 %c to i32
  ret i32 %n
}

; C computes with an `int` before it asks.
define i32 @asked_after_casts(i32 noundef %x) {
  %a = icmp eq i32 %x, 1
  %n = zext i1 %a to i32
  %w = sext i32 %n to i64
  %b = icmp ne i64 %w, 0
  br i1 %b, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 2
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @summed(i32 noundef %x, float noundef %f) {
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %4 = phi i1 [ true, %1 ], [ false, %2 ]
;   %b = fcmp olt float %f, 2.000000e+00
;   br i1 %b, label %5, label %6
;
; 5:                                                ; preds = %3
;   br label %7
;
; 6:                                                ; preds = %3
;   br label %7
;
; 7:                                                ; preds = %6, %5
;   %8 = phi i1 [ true, %5 ], [ false, %6 ]
;   %m = zext i1 %4 to i32
;   %n = sext i1 %8 to i32
;   %s = add i32 %m, %n
;   ret i32 %s
; }
;
; define i1 @decided(i32 noundef %x, ptr %p) {
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %yes, label %no
;
; yes:                                              ; preds = %0
;   store i1 %a, ptr %p, align 1
;   ret i1 %a
;
; no:                                               ; preds = %0
;   ret i1 false
; }
;
; define i1 @asked_again(i32 noundef %x) {
; entry:
;   %a = icmp eq i32 %x, 1
;   %z = zext i1 %a to i64
;   %e = call i64 @llvm.expect.i64(i64 %z, i64 0)
;   %b = icmp ne i64 %e, 0
;   br i1 %b, label %yes, label %no
;
; yes:                                              ; preds = %entry
;   br label %no
;
; no:                                               ; preds = %yes, %entry
;   %r = phi i1 [ true, %yes ], [ false, %entry ]
;   ret i1 %r
; }
;
; define i1 @overflow(i32 noundef %x, i32 noundef %y) {
;   %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
;   %o = extractvalue { i32, i1 } %s, 1
;   br i1 %o, label %1, label %2
;
; 1:                                                ; preds = %0
;   br label %3
;
; 2:                                                ; preds = %0
;   br label %3
;
; 3:                                                ; preds = %2, %1
;   %4 = phi i1 [ true, %1 ], [ false, %2 ]
;   ret i1 %4
; }
;
; define void @assumed(i32 noundef %x) {
;   %a = icmp ult i32 %x, 10
;   call void @llvm.assume(i1 %a)
;   ret void
; }
;
; define i32 @read(i32 noundef %x) {
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %yes, label %no
;
; yes:                                              ; preds = %0
;   br label %join
;
; no:                                               ; preds = %0
;   br label %join
;
; join:                                             ; preds = %no, %yes
;   %m = phi i64 [ 1, %yes ], [ 0, %no ]
;   %b = icmp ne i64 %m, 0
;   %c = xor i1 %b, true
;   %n = zext i1 %c to i32
;   ret i32 %n
; }
;
; define i32 @asked_after_casts(i32 noundef %x) {
;   %a = icmp eq i32 %x, 1
;   %n = zext i1 %a to i32
;   %w = sext i32 %n to i64
;   %b = icmp ne i64 %w, 0
;   br i1 %b, label %yes, label %no
;
; yes:                                              ; preds = %0
;   ret i32 1
;
; no:                                               ; preds = %0
;   ret i32 2
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
; declare void @llvm.assume(i1 noundef) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
; declare i64 @llvm.expect.i64(i64, i64) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #2
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
; attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"3"}
