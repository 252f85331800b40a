;; How far a string goes on inside or outside of a constant set.
; pipeline: split-calls
@ab = private constant [3 x i8] c"ba\00"
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare ptr @strpbrk(ptr, ptr)

define i64 @inside(ptr %s) {
  %r = call i64 @strspn(ptr %s, ptr @ab)
  ret i64 %r
}

define i64 @outside(ptr %s) {
  %r = call i64 @strcspn(ptr %s, ptr @ab)
  ret i64 %r
}

define ptr @pointer(ptr %s) {
  %r = call ptr @strpbrk(ptr %s, ptr @ab)
  ret ptr %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ba\00"
;
; declare i64 @strspn(ptr, ptr)
;
; declare i64 @strcspn(ptr, ptr)
;
; declare ptr @strpbrk(ptr, ptr)
;
; define i64 @inside(ptr %s) {
;   br label %1
;
; 1:                                                ; preds = %6, %0
;   %2 = phi i64 [ 0, %0 ], [ %7, %6 ]
;   %3 = getelementptr i8, ptr %s, i64 %2
;   %4 = load i8, ptr %3, align 1
;   %5 = freeze i8 %4
;   switch i8 %5, label %8 [
;     i8 97, label %9
;     i8 98, label %10
;     i8 0, label %11
;   ], !fz.step !1
;
; 6:                                                ; preds = %10, %9
;   %7 = add i64 %2, 1
;   br label %1
;
; 8:                                                ; preds = %1
;   br label %12
;
; 9:                                                ; preds = %1
;   br label %6
;
; 10:                                               ; preds = %1
;   br label %6
;
; 11:                                               ; preds = %1
;   br label %12
;
; 12:                                               ; preds = %11, %8
;   %13 = phi i64 [ %2, %8 ], [ %2, %11 ]
;   ret i64 %13
; }
;
; define i64 @outside(ptr %s) {
;   br label %1
;
; 1:                                                ; preds = %6, %0
;   %2 = phi i64 [ 0, %0 ], [ %7, %6 ]
;   %3 = getelementptr i8, ptr %s, i64 %2
;   %4 = load i8, ptr %3, align 1
;   %5 = freeze i8 %4
;   switch i8 %5, label %8 [
;     i8 97, label %9
;     i8 98, label %10
;     i8 0, label %11
;   ], !fz.step !1
;
; 6:                                                ; preds = %8
;   %7 = add i64 %2, 1
;   br label %1
;
; 8:                                                ; preds = %1
;   br label %6
;
; 9:                                                ; preds = %1
;   br label %12
;
; 10:                                               ; preds = %1
;   br label %12
;
; 11:                                               ; preds = %1
;   br label %12
;
; 12:                                               ; preds = %11, %10, %9
;   %13 = phi i64 [ %2, %9 ], [ %2, %10 ], [ %2, %11 ]
;   ret i64 %13
; }
;
; define ptr @pointer(ptr %s) {
;   br label %1
;
; 1:                                                ; preds = %6, %0
;   %2 = phi i64 [ 0, %0 ], [ %7, %6 ]
;   %3 = getelementptr i8, ptr %s, i64 %2
;   %4 = load i8, ptr %3, align 1
;   %5 = freeze i8 %4
;   switch i8 %5, label %8 [
;     i8 97, label %9
;     i8 98, label %10
;     i8 0, label %11
;   ], !fz.step !1
;
; 6:                                                ; preds = %8
;   %7 = add i64 %2, 1
;   br label %1
;
; 8:                                                ; preds = %1
;   br label %6
;
; 9:                                                ; preds = %1
;   br label %12
;
; 10:                                               ; preds = %1
;   br label %12
;
; 11:                                               ; preds = %1
;   br label %12
;
; 12:                                               ; preds = %11, %10, %9
;   %13 = phi ptr [ %3, %9 ], [ %3, %10 ], [ null, %11 ]
;   ret ptr %13
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"3"}
; !1 = !{}
