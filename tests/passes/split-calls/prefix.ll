;; Equal where the prefix ends. NULL is for the function itself.
; pipeline: split-calls<unroll=2>
@ab = private constant [3 x i8] c"ab\00"
declare i32 @g_str_has_prefix(ptr, ptr)

define i32 @constant(ptr noundef %s) {
  %r = call i32 @g_str_has_prefix(ptr %s, ptr @ab)
  ret i32 %r
}

define i32 @variable(ptr noundef %prefix) {
  %r = call i32 @g_str_has_prefix(ptr @ab, ptr %prefix)
  ret i32 %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @g_str_has_prefix(ptr, ptr)
;
; define i32 @constant(ptr noundef %s) {
;   %1 = icmp eq ptr %s, null
;   br i1 %1, label %2, label %4
;
; 2:                                                ; preds = %0
;   %3 = call i32 @g_str_has_prefix(ptr %s, ptr @ab) #0, !fz.kept !1
;   br label %15
;
; 4:                                                ; preds = %0
;   %5 = load i8, ptr %s, align 1
;   %6 = freeze i8 %5
;   %7 = icmp eq i8 %6, 97
;   br i1 %7, label %8, label %13, !fz.step !1
;
; 8:                                                ; preds = %4
;   %9 = getelementptr i8, ptr %s, i64 1
;   %10 = load i8, ptr %9, align 1
;   %11 = freeze i8 %10
;   %12 = icmp eq i8 %11, 98
;   br i1 %12, label %14, label %13, !fz.step !1
;
; 13:                                               ; preds = %8, %4
;   br label %15
;
; 14:                                               ; preds = %8
;   br label %15
;
; 15:                                               ; preds = %14, %13, %2
;   %16 = phi i32 [ %3, %2 ], [ 0, %13 ], [ 1, %14 ]
;   ret i32 %16
; }
;
; define i32 @variable(ptr noundef %prefix) {
;   %1 = icmp eq ptr %prefix, null
;   br i1 %1, label %2, label %4
;
; 2:                                                ; preds = %0
;   %3 = call i32 @g_str_has_prefix(ptr @ab, ptr %prefix) #0, !fz.kept !1
;   br label %22
;
; 4:                                                ; preds = %0
;   %5 = load i8, ptr %prefix, align 1
;   %6 = freeze i8 %5
;   %7 = icmp eq i8 %6, 0
;   br i1 %7, label %13, label %14, !fz.step !1
;
; 8:                                                ; preds = %14
;   %9 = getelementptr i8, ptr %prefix, i64 1
;   %10 = load i8, ptr %9, align 1
;   %11 = freeze i8 %10
;   %12 = icmp eq i8 %11, 0
;   br i1 %12, label %13, label %20, !fz.step !1
;
; 13:                                               ; preds = %8, %4
;   br label %22
;
; 14:                                               ; preds = %4
;   %15 = icmp eq i8 %6, 97
;   br i1 %15, label %8, label %16, !fz.step !1
;
; 16:                                               ; preds = %20, %14
;   br label %22
;
; 17:                                               ; preds = %20
;   %18 = getelementptr i8, ptr %prefix, i64 2
;   %19 = call i32 @g_str_has_prefix(ptr getelementptr (i8, ptr @ab, i64 2), ptr %18) #0, !fz.kept !1
;   br label %22
;
; 20:                                               ; preds = %8
;   %21 = icmp eq i8 %11, 98
;   br i1 %21, label %17, label %16, !fz.step !1
;
; 22:                                               ; preds = %16, %13, %2, %17
;   %23 = phi i32 [ %19, %17 ], [ %3, %2 ], [ 1, %13 ], [ 0, %16 ]
;   ret i32 %23
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
