;; A constant string: a step for each character and its NUL. A branch on the result goes on from the steps themselves;
;; where the result is asked for, it is the difference of the first bytes that are not equal.
; pipeline: split-calls
@ab = private constant [3 x i8] c"a\FF\00"
declare i32 @strcmp(ptr, ptr)
declare void @yes()

define void @branch(ptr %s) {
entry:
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %then, label %end
then:
  call void @yes()
  br label %end
end:
  ret void
}

define i32 @value(ptr %s) {
  %r = call i32 @strcmp(ptr @ab, ptr %s)
  ret i32 %r
}
;; expected
;
; @ab = private constant [3 x i8] c"a\FF\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare void @yes()
;
; define void @branch(ptr %s) {
; entry:
;   %0 = load i8, ptr %s, align 1
;   %1 = freeze i8 %0
;   %2 = icmp eq i8 %1, 97
;   br i1 %2, label %3, label %end
;
; 3:                                                ; preds = %entry
;   %4 = getelementptr i8, ptr %s, i64 1
;   %5 = load i8, ptr %4, align 1
;   %6 = freeze i8 %5
;   %7 = icmp eq i8 %6, -1
;   br i1 %7, label %8, label %end, !fz.step !1
;
; 8:                                                ; preds = %3
;   %9 = getelementptr i8, ptr %s, i64 2
;   %10 = load i8, ptr %9, align 1
;   %11 = freeze i8 %10
;   %12 = icmp eq i8 %11, 0
;   br i1 %12, label %then, label %end, !fz.step !1
;
; then:                                             ; preds = %8
;   call void @yes()
;   br label %end
;
; end:                                              ; preds = %8, %3, %entry, %then
;   ret void
; }
;
; define i32 @value(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 97
;   br i1 %3, label %4, label %9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %s, i64 1
;   %6 = load i8, ptr %5, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, -1
;   br i1 %8, label %15, label %9, !fz.step !1
;
; 9:                                                ; preds = %15, %4, %0
;   %10 = phi i8 [ 97, %0 ], [ -1, %4 ], [ 0, %15 ]
;   %11 = phi i8 [ %2, %0 ], [ %7, %4 ], [ %18, %15 ]
;   %12 = zext i8 %10 to i32
;   %13 = zext i8 %11 to i32
;   %14 = sub i32 %12, %13
;   br label %21
;
; 15:                                               ; preds = %4
;   %16 = getelementptr i8, ptr %s, i64 2
;   %17 = load i8, ptr %16, align 1
;   %18 = freeze i8 %17
;   %19 = icmp eq i8 %18, 0
;   br i1 %19, label %20, label %9, !fz.step !1
;
; 20:                                               ; preds = %15
;   br label %21
;
; 21:                                               ; preds = %20, %9
;   %22 = phi i32 [ %14, %9 ], [ 0, %20 ]
;   ret i32 %22
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
