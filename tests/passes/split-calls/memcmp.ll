;; Memory: all bytes of a constant, also NUL; two variable operands; a length that is not known. Behind `unroll` steps the
;; function itself compares the rest.
; pipeline: split-calls<unroll=2>
@bytes = private constant [4 x i8] c"a\00b\00"
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)

define i32 @constant(ptr %p) {
  %r = call i32 @memcmp(ptr noundef nonnull dereferenceable(3) %p, ptr noundef nonnull dereferenceable(3) @bytes, i64 3)
  ret i32 %r
}

define i1 @equal(ptr %p, ptr %q) {
  %r = call i32 @bcmp(ptr %p, ptr %q, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i32 @length(ptr %p, ptr %q, i64 noundef %n) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  ret i32 %r
}
;; expected
;
; @bytes = private constant [4 x i8] c"a\00b\00"
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @bcmp(ptr, ptr, i64)
;
; define i32 @constant(ptr %p) {
;   %1 = load i8, ptr %p, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 97
;   br i1 %3, label %4, label %9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %p, i64 1
;   %6 = load i8, ptr %5, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 0
;   br i1 %8, label %15, label %9, !fz.step !1
;
; 9:                                                ; preds = %4, %0
;   %10 = phi i8 [ %2, %0 ], [ %7, %4 ]
;   %11 = phi i8 [ 97, %0 ], [ 0, %4 ]
;   %12 = zext i8 %10 to i32
;   %13 = zext i8 %11 to i32
;   %14 = sub i32 %12, %13
;   br label %18
;
; 15:                                               ; preds = %4
;   %16 = getelementptr i8, ptr %p, i64 2
;   %17 = call i32 @memcmp(ptr %16, ptr getelementptr (i8, ptr @bytes, i64 2), i64 1) #0, !fz.kept !1
;   br label %18
;
; 18:                                               ; preds = %9, %15
;   %19 = phi i32 [ %17, %15 ], [ %14, %9 ]
;   ret i32 %19
; }
;
; define i1 @equal(ptr %p, ptr %q) {
;   %1 = load i8, ptr %q, align 1
;   %2 = freeze i8 %1
;   %3 = load i8, ptr %p, align 1
;   %4 = freeze i8 %3
;   %5 = icmp eq i8 %4, %2
;   br i1 %5, label %6, label %14
;
; 6:                                                ; preds = %0
;   %7 = getelementptr i8, ptr %q, i64 1
;   %8 = load i8, ptr %7, align 1
;   %9 = freeze i8 %8
;   %10 = getelementptr i8, ptr %p, i64 1
;   %11 = load i8, ptr %10, align 1
;   %12 = freeze i8 %11
;   %13 = icmp eq i8 %12, %9
;   br i1 %13, label %15, label %14, !fz.step !1
;
; 14:                                               ; preds = %6, %0
;   br label %16
;
; 15:                                               ; preds = %6
;   br label %16
;
; 16:                                               ; preds = %15, %14
;   %17 = phi i32 [ 1, %14 ], [ 0, %15 ]
;   %c = icmp eq i32 %17, 0
;   ret i1 %c
; }
;
; define i32 @length(ptr %p, ptr %q, i64 noundef %n) {
;   %1 = icmp eq i64 %n, 0
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %25, %9, %0
;   br label %32
;
; 3:                                                ; preds = %0
;   %4 = load i8, ptr %q, align 1
;   %5 = freeze i8 %4
;   %6 = load i8, ptr %p, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, %5
;   br i1 %8, label %9, label %11, !fz.step !1
;
; 9:                                                ; preds = %3
;   %10 = icmp eq i64 %n, 1
;   br i1 %10, label %2, label %17, !fz.step !1
;
; 11:                                               ; preds = %17, %3
;   %12 = phi i8 [ %7, %3 ], [ %23, %17 ]
;   %13 = phi i8 [ %5, %3 ], [ %20, %17 ]
;   %14 = zext i8 %12 to i32
;   %15 = zext i8 %13 to i32
;   %16 = sub i32 %14, %15
;   br label %32
;
; 17:                                               ; preds = %9
;   %18 = getelementptr i8, ptr %q, i64 1
;   %19 = load i8, ptr %18, align 1
;   %20 = freeze i8 %19
;   %21 = getelementptr i8, ptr %p, i64 1
;   %22 = load i8, ptr %21, align 1
;   %23 = freeze i8 %22
;   %24 = icmp eq i8 %23, %20
;   br i1 %24, label %25, label %11, !fz.step !1
;
; 25:                                               ; preds = %17
;   %26 = icmp eq i64 %n, 2
;   br i1 %26, label %2, label %27, !fz.step !1
;
; 27:                                               ; preds = %25
;   %28 = getelementptr i8, ptr %p, i64 2
;   %29 = getelementptr i8, ptr %q, i64 2
;   %30 = sub i64 %n, 2
;   %31 = call i32 @memcmp(ptr %28, ptr %29, i64 %30) #0, !fz.kept !1
;   br label %32
;
; 32:                                               ; preds = %2, %11, %27
;   %33 = phi i32 [ %31, %27 ], [ %16, %11 ], [ 0, %2 ]
;   ret i32 %33
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"3"}
; !1 = !{}
