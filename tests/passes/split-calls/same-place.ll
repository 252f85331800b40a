;; libxml2 looks at nothing where both operands are one place. Its table lowers `[`, too: the function decides there.
; pipeline: split-calls<unroll=1>
declare i32 @xmlStrEqual(ptr, ptr)
declare i32 @xmlStrcasecmp(ptr, ptr)
@brace = private constant [2 x i8] c"{\00"

define i32 @same(ptr %a, ptr %b) {
  %r = call i32 @xmlStrEqual(ptr %a, ptr %b)
  ret i32 %r
}

define i32 @case(ptr %a) {
  %r = call i32 @xmlStrcasecmp(ptr %a, ptr @brace)
  ret i32 %r
}
;; expected
;
; @brace = private constant [2 x i8] c"{\00"
;
; declare i32 @xmlStrEqual(ptr, ptr)
;
; declare i32 @xmlStrcasecmp(ptr, ptr)
;
; define i32 @same(ptr %a, ptr %b) {
;   %1 = freeze ptr %a
;   %2 = icmp eq ptr %1, null
;   br i1 %2, label %3, label %5
;
; 3:                                                ; preds = %5, %0
;   %4 = call i32 @xmlStrEqual(ptr %a, ptr %b) #0, !fz.kept !1
;   br label %26
;
; 5:                                                ; preds = %0
;   %6 = freeze ptr %b
;   %7 = icmp eq ptr %6, null
;   br i1 %7, label %3, label %8, !fz.step !1
;
; 8:                                                ; preds = %5
;   %9 = freeze ptr %a
;   %10 = freeze ptr %b
;   %11 = icmp eq ptr %9, %10
;   br i1 %11, label %12, label %13, !fz.step !1
;
; 12:                                               ; preds = %23, %8
;   br label %26
;
; 13:                                               ; preds = %8
;   %14 = load i8, ptr %b, align 1
;   %15 = freeze i8 %14
;   %16 = load i8, ptr %a, align 1
;   %17 = freeze i8 %16
;   %18 = icmp eq i8 %17, %15
;   br i1 %18, label %23, label %25, !fz.step !1
;
; 19:                                               ; preds = %23
;   %20 = getelementptr i8, ptr %a, i64 1
;   %21 = getelementptr i8, ptr %b, i64 1
;   %22 = call i32 @xmlStrEqual(ptr %20, ptr %21) #0, !fz.kept !1
;   br label %26
;
; 23:                                               ; preds = %13
;   %24 = icmp eq i8 %17, 0
;   br i1 %24, label %12, label %19, !fz.step !1
;
; 25:                                               ; preds = %13
;   br label %26
;
; 26:                                               ; preds = %25, %12, %3, %19
;   %27 = phi i32 [ %22, %19 ], [ %4, %3 ], [ 1, %12 ], [ 0, %25 ]
;   ret i32 %27
; }
;
; define i32 @case(ptr %a) {
;   %1 = freeze ptr %a
;   %2 = icmp eq ptr %1, null
;   br i1 %2, label %3, label %5
;
; 3:                                                ; preds = %12, %0
;   %4 = call i32 @xmlStrcasecmp(ptr %a, ptr @brace) #0, !fz.kept !1
;   br label %35
;
; 5:                                                ; preds = %0
;   %6 = load i8, ptr %a, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 123
;   br i1 %8, label %9, label %12, !fz.step !1
;
; 9:                                                ; preds = %5
;   %10 = getelementptr i8, ptr %a, i64 1
;   %11 = call i32 @xmlStrcasecmp(ptr %10, ptr getelementptr (i8, ptr @brace, i64 1)) #0, !fz.kept !1
;   br label %35
;
; 12:                                               ; preds = %5
;   %13 = phi i8 [ %7, %5 ]
;   %14 = phi i8 [ 123, %5 ]
;   %15 = or i8 %13, %14
;   %16 = icmp ugt i8 %15, 127
;   %17 = icmp eq i8 %13, 91
;   %18 = icmp eq i8 %14, 91
;   %19 = or i1 %17, %18
;   %20 = or i1 %16, %19
;   br i1 %20, label %3, label %21, !fz.step !1
;
; 21:                                               ; preds = %12
;   %22 = sub i8 %13, 65
;   %23 = icmp ult i8 %22, 26
;   %24 = zext i1 %23 to i8
;   %25 = shl i8 %24, 5
;   %26 = xor i8 %13, %25
;   %27 = sub i8 %14, 65
;   %28 = icmp ult i8 %27, 26
;   %29 = zext i1 %28 to i8
;   %30 = shl i8 %29, 5
;   %31 = xor i8 %14, %30
;   %32 = zext i8 %26 to i32
;   %33 = zext i8 %31 to i32
;   %34 = sub i32 %32, %33
;   br label %35
;
; 35:                                               ; preds = %3, %21, %9
;   %36 = phi i32 [ %11, %9 ], [ %34, %21 ], [ %4, %3 ]
;   ret i32 %36
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
