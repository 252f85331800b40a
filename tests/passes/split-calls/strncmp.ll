;; A length beyond the constant's end: NUL ends it. A length that is not known, and a negative one, which is for the
;; function itself.
; pipeline: split-calls<unroll=1>
@a = private constant [2 x i8] c"a\00"
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @xmlStrncmp(ptr, ptr, i32)

define i32 @constant(ptr %s) {
  %r = call i32 @strncmp(ptr %s, ptr @a, i64 1)
  ret i32 %r
}

define i32 @variable(ptr %s, ptr %t, i64 %n) {
  %r = call i32 @strncmp(ptr %s, ptr %t, i64 %n)
  ret i32 %r
}

define i32 @negative(ptr noundef %s, i32 noundef %n) {
  %r = call i32 @xmlStrncmp(ptr %s, ptr @a, i32 %n)
  ret i32 %r
}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
;
; declare i32 @strncmp(ptr, ptr, i64)
;
; declare i32 @xmlStrncmp(ptr, ptr, i32)
;
; define i32 @constant(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 97
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %11
;
; 5:                                                ; preds = %0
;   %6 = phi i8 [ %2, %0 ]
;   %7 = phi i8 [ 97, %0 ]
;   %8 = zext i8 %6 to i32
;   %9 = zext i8 %7 to i32
;   %10 = sub i32 %8, %9
;   br label %11
;
; 11:                                               ; preds = %4, %5
;   %12 = phi i32 [ %10, %5 ], [ 0, %4 ]
;   ret i32 %12
; }
;
; define i32 @variable(ptr %s, ptr %t, i64 %n) {
;   %1 = freeze i64 %n
;   %2 = icmp eq i64 %1, 0
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %10, %12, %0
;   br label %25
;
; 4:                                                ; preds = %0
;   %5 = load i8, ptr %t, align 1
;   %6 = freeze i8 %5
;   %7 = load i8, ptr %s, align 1
;   %8 = freeze i8 %7
;   %9 = icmp eq i8 %8, %6
;   br i1 %9, label %12, label %14, !fz.step !1
;
; 10:                                               ; preds = %12
;   %11 = icmp eq i64 %1, 1
;   br i1 %11, label %3, label %20, !fz.step !1
;
; 12:                                               ; preds = %4
;   %13 = icmp eq i8 %8, 0
;   br i1 %13, label %3, label %10, !fz.step !1
;
; 14:                                               ; preds = %4
;   %15 = phi i8 [ %8, %4 ]
;   %16 = phi i8 [ %6, %4 ]
;   %17 = zext i8 %15 to i32
;   %18 = zext i8 %16 to i32
;   %19 = sub i32 %17, %18
;   br label %25
;
; 20:                                               ; preds = %10
;   %21 = getelementptr i8, ptr %s, i64 1
;   %22 = getelementptr i8, ptr %t, i64 1
;   %23 = sub i64 %1, 1
;   %24 = call i32 @strncmp(ptr %21, ptr %22, i64 %23) #0, !fz.kept !1
;   br label %25
;
; 25:                                               ; preds = %3, %14, %20
;   %26 = phi i32 [ %24, %20 ], [ %19, %14 ], [ 0, %3 ]
;   ret i32 %26
; }
;
; define i32 @negative(ptr noundef %s, i32 noundef %n) {
;   %1 = icmp eq ptr %s, null
;   br i1 %1, label %2, label %4
;
; 2:                                                ; preds = %4, %0
;   %3 = call i32 @xmlStrncmp(ptr %s, ptr @a, i32 %n) #0, !fz.kept !1
;   br label %25
;
; 4:                                                ; preds = %0
;   %5 = icmp slt i32 %n, 0
;   br i1 %5, label %2, label %6, !fz.step !1
;
; 6:                                                ; preds = %4
;   %7 = icmp eq i32 %n, 0
;   br i1 %7, label %8, label %9, !fz.step !1
;
; 8:                                                ; preds = %13, %6
;   br label %25
;
; 9:                                                ; preds = %6
;   %10 = load i8, ptr %s, align 1
;   %11 = freeze i8 %10
;   %12 = icmp eq i8 %11, 97
;   br i1 %12, label %13, label %15, !fz.step !1
;
; 13:                                               ; preds = %9
;   %14 = icmp eq i32 %n, 1
;   br i1 %14, label %8, label %21, !fz.step !1
;
; 15:                                               ; preds = %9
;   %16 = phi i8 [ %11, %9 ]
;   %17 = phi i8 [ 97, %9 ]
;   %18 = zext i8 %16 to i32
;   %19 = zext i8 %17 to i32
;   %20 = sub i32 %18, %19
;   br label %25
;
; 21:                                               ; preds = %13
;   %22 = getelementptr i8, ptr %s, i64 1
;   %23 = sub i32 %n, 1
;   %24 = call i32 @xmlStrncmp(ptr %22, ptr getelementptr (i8, ptr @a, i64 1), i32 %23) #0, !fz.kept !1
;   br label %25
;
; 25:                                               ; preds = %8, %2, %15, %21
;   %26 = phi i32 [ %24, %21 ], [ %20, %15 ], [ %3, %2 ], [ 0, %8 ]
;   ret i32 %26
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"3"}
; !1 = !{}
