;; What the dictionary has is left to it; what it has not, and junk, is split.
; pipeline: split-calls<mode=light;unroll=1>
@ab = private constant [3 x i8] c"ab\00"
@xy = private constant [3 x i8] c"xy\00"
@pq = private constant [3 x i8] c"pq\00"
declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @strchr(ptr, i32)

define i32 @constant(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}

define ptr @needle(ptr %s) {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}

define i1 @cut(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @xy, i64 1)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @whole(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @xy, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

; A text with its end, as LLVM has it where it knows how much there is.
define i1 @ended(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @xy, i64 3)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @junk(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @pq, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @variable(ptr %s, ptr %t) {
entry:
  %r = call i32 @strcmp(ptr %s, ptr %t)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @set(i32 noundef %c) {
  %r = call ptr @strchr(ptr @ab, i32 %c)
  ret ptr %r
}

define ptr @other_set(i32 noundef %c) {
  %r = call ptr @strchr(ptr @pq, i32 %c)
  ret ptr %r
}

!fz.words = !{!0, !1, !2}
!0 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"ab"}
!1 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"xy"}
!2 = !{i64 0, i64 6, i64 9, i64 0, !"", i64 0, i64 0, !"memcmp", !"pq"}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
; @xy = private constant [3 x i8] c"xy\00"
; @pq = private constant [3 x i8] c"pq\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @strchr(ptr, i32)
;
; define i32 @constant(ptr %s) {
;   %r = call i32 @strcmp(ptr %s, ptr @ab)
;   ret i32 %r
; }
;
; define ptr @needle(ptr %s) {
;   %r = call ptr @strstr(ptr %s, ptr @ab)
;   ret ptr %r
; }
;
; define i1 @cut(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 120
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %11
;
; 5:                                                ; preds = %0
;   %6 = phi i8 [ %2, %0 ]
;   %7 = phi i8 [ 120, %0 ]
;   %8 = zext i8 %6 to i32
;   %9 = zext i8 %7 to i32
;   %10 = sub i32 %8, %9
;   br label %11
;
; 11:                                               ; preds = %4, %5
;   %12 = phi i32 [ %10, %5 ], [ 0, %4 ]
;   %c = icmp eq i32 %12, 0
;   ret i1 %c
; }
;
; define i1 @whole(ptr %s) {
;   %r = call i32 @memcmp(ptr %s, ptr @xy, i64 2)
;   %c = icmp eq i32 %r, 0
;   ret i1 %c
; }
;
; define i1 @ended(ptr %s) {
;   %r = call i32 @memcmp(ptr %s, ptr @xy, i64 3)
;   %c = icmp eq i32 %r, 0
;   ret i1 %c
; }
;
; define i1 @junk(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 112
;   br i1 %3, label %4, label %7
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %s, i64 1
;   %6 = call i32 @memcmp(ptr %5, ptr getelementptr (i8, ptr @pq, i64 1), i64 1) #0, !fz.kept !5
;   br label %13
;
; 7:                                                ; preds = %0
;   %8 = phi i8 [ %2, %0 ]
;   %9 = phi i8 [ 112, %0 ]
;   %10 = zext i8 %8 to i32
;   %11 = zext i8 %9 to i32
;   %12 = sub i32 %10, %11
;   br label %13
;
; 13:                                               ; preds = %7, %4
;   %14 = phi i32 [ %6, %4 ], [ %12, %7 ]
;   %c = icmp eq i32 %14, 0
;   ret i1 %c
; }
;
; define i1 @variable(ptr %s, ptr %t) {
; entry:
;   %0 = load i8, ptr %t, align 1
;   %1 = freeze i8 %0
;   %2 = load i8, ptr %s, align 1
;   %3 = freeze i8 %2
;   %4 = icmp eq i8 %3, %1
;   br i1 %4, label %10, label %no
;
; 5:                                                ; preds = %10
;   %6 = getelementptr i8, ptr %s, i64 1
;   %7 = getelementptr i8, ptr %t, i64 1
;   %8 = call i32 @strcmp(ptr %6, ptr %7) #0, !fz.kept !5
;   %9 = icmp eq i32 %8, 0
;   br i1 %9, label %yes, label %no
;
; 10:                                               ; preds = %entry
;   %11 = icmp eq i8 %3, 0
;   br i1 %11, label %yes, label %5, !fz.step !5
;
; yes:                                              ; preds = %5, %10
;   ret i1 true
;
; no:                                               ; preds = %5, %entry
;   ret i1 false
; }
;
; define ptr @set(i32 noundef %c) {
;   %r = call ptr @strchr(ptr @ab, i32 %c)
;   ret ptr %r
; }
;
; define ptr @other_set(i32 noundef %c) {
;   %1 = trunc i32 %c to i8
;   switch i8 %1, label %2 [
;     i8 112, label %3
;     i8 113, label %4
;     i8 0, label %5
;   ]
;
; 2:                                                ; preds = %0
;   br label %6
;
; 3:                                                ; preds = %0
;   br label %6
;
; 4:                                                ; preds = %0
;   br label %6
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %2, %5, %4, %3
;   %7 = phi ptr [ @pq, %3 ], [ getelementptr (i8, ptr @pq, i64 1), %4 ], [ getelementptr (i8, ptr @pq, i64 2), %5 ], [ null, %2 ]
;   ret ptr %7
; }
;
; attributes #0 = { nounwind }
;
; !fz.words = !{!0, !1, !2}
; !fz.facts = !{!3, !4}
;
; !0 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"ab"}
; !1 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"xy"}
; !2 = !{i64 0, i64 6, i64 9, i64 0, !"", i64 0, i64 0, !"memcmp", !"pq"}
; !3 = !{!"done:split-calls", !"4"}
; !4 = !{!"skipped:split-calls:dictionary", !"5"}
; !5 = !{}
