;; Two variable operands without case.
; pipeline: split-calls<unroll=1>
declare i32 @strcasecmp(ptr, ptr)
declare i32 @OPENSSL_strcasecmp(ptr, ptr)

define i32 @locale(ptr %s, ptr %t) {
  %r = call i32 @strcasecmp(ptr %s, ptr %t)
  ret i32 %r
}

define i32 @ascii(ptr %s, ptr %t) {
  %r = call i32 @OPENSSL_strcasecmp(ptr %s, ptr %t)
  ret i32 %r
}
;; expected
;
; declare i32 @strcasecmp(ptr, ptr)
;
; declare i32 @OPENSSL_strcasecmp(ptr, ptr)
;
; define i32 @locale(ptr %s, ptr %t) {
;   %1 = load i8, ptr %t, align 1
;   %2 = freeze i8 %1
;   %3 = load i8, ptr %s, align 1
;   %4 = freeze i8 %3
;   %5 = sub i8 %4, 65
;   %6 = icmp ult i8 %5, 26
;   %7 = zext i1 %6 to i8
;   %8 = shl i8 %7, 5
;   %9 = xor i8 %4, %8
;   %10 = sub i8 %2, 65
;   %11 = icmp ult i8 %10, 26
;   %12 = zext i1 %11 to i8
;   %13 = shl i8 %12, 5
;   %14 = xor i8 %2, %13
;   %15 = icmp eq i8 %9, %14
;   %16 = icmp ne i8 %9, 105
;   %17 = icmp eq i8 %4, %2
;   %18 = and i1 %15, %16
;   %19 = or i1 %17, %18
;   br i1 %19, label %24, label %26
;
; 20:                                               ; preds = %24
;   %21 = getelementptr i8, ptr %s, i64 1
;   %22 = getelementptr i8, ptr %t, i64 1
;   %23 = call i32 @strcasecmp(ptr %21, ptr %22) #0, !fz.kept !1
;   br label %52
;
; 24:                                               ; preds = %0
;   %25 = icmp eq i8 %4, 0
;   br i1 %25, label %35, label %20, !fz.step !1
;
; 26:                                               ; preds = %0
;   %27 = phi i8 [ %4, %0 ]
;   %28 = phi i8 [ %2, %0 ]
;   %29 = or i8 %27, %28
;   %30 = icmp ugt i8 %29, 127
;   %31 = icmp eq i8 %27, 73
;   %32 = icmp eq i8 %28, 73
;   %33 = or i1 %31, %32
;   %34 = or i1 %30, %33
;   br i1 %34, label %36, label %38, !fz.step !1
;
; 35:                                               ; preds = %24
;   br label %52
;
; 36:                                               ; preds = %26
;   %37 = call i32 @strcasecmp(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %52
;
; 38:                                               ; preds = %26
;   %39 = sub i8 %27, 65
;   %40 = icmp ult i8 %39, 26
;   %41 = zext i1 %40 to i8
;   %42 = shl i8 %41, 5
;   %43 = xor i8 %27, %42
;   %44 = sub i8 %28, 65
;   %45 = icmp ult i8 %44, 26
;   %46 = zext i1 %45 to i8
;   %47 = shl i8 %46, 5
;   %48 = xor i8 %28, %47
;   %49 = zext i8 %43 to i32
;   %50 = zext i8 %48 to i32
;   %51 = sub i32 %49, %50
;   br label %52
;
; 52:                                               ; preds = %35, %36, %38, %20
;   %53 = phi i32 [ %23, %20 ], [ %51, %38 ], [ %37, %36 ], [ 0, %35 ]
;   ret i32 %53
; }
;
; define i32 @ascii(ptr %s, ptr %t) {
;   %1 = load i8, ptr %t, align 1
;   %2 = freeze i8 %1
;   %3 = load i8, ptr %s, align 1
;   %4 = freeze i8 %3
;   %5 = sub i8 %4, 65
;   %6 = icmp ult i8 %5, 26
;   %7 = zext i1 %6 to i8
;   %8 = shl i8 %7, 5
;   %9 = xor i8 %4, %8
;   %10 = sub i8 %2, 65
;   %11 = icmp ult i8 %10, 26
;   %12 = zext i1 %11 to i8
;   %13 = shl i8 %12, 5
;   %14 = xor i8 %2, %13
;   %15 = icmp eq i8 %9, %14
;   br i1 %15, label %20, label %22
;
; 16:                                               ; preds = %20
;   %17 = getelementptr i8, ptr %s, i64 1
;   %18 = getelementptr i8, ptr %t, i64 1
;   %19 = call i32 @OPENSSL_strcasecmp(ptr %17, ptr %18) #0, !fz.kept !1
;   br label %44
;
; 20:                                               ; preds = %0
;   %21 = icmp eq i8 %4, 0
;   br i1 %21, label %27, label %16, !fz.step !1
;
; 22:                                               ; preds = %0
;   %23 = phi i8 [ %4, %0 ]
;   %24 = phi i8 [ %2, %0 ]
;   %25 = or i8 %23, %24
;   %26 = icmp ugt i8 %25, 127
;   br i1 %26, label %28, label %30, !fz.step !1
;
; 27:                                               ; preds = %20
;   br label %44
;
; 28:                                               ; preds = %22
;   %29 = call i32 @OPENSSL_strcasecmp(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %44
;
; 30:                                               ; preds = %22
;   %31 = sub i8 %23, 65
;   %32 = icmp ult i8 %31, 26
;   %33 = zext i1 %32 to i8
;   %34 = shl i8 %33, 5
;   %35 = xor i8 %23, %34
;   %36 = sub i8 %24, 65
;   %37 = icmp ult i8 %36, 26
;   %38 = zext i1 %37 to i8
;   %39 = shl i8 %38, 5
;   %40 = xor i8 %24, %39
;   %41 = zext i8 %35 to i32
;   %42 = zext i8 %40 to i32
;   %43 = sub i32 %41, %42
;   br label %44
;
; 44:                                               ; preds = %27, %28, %30, %16
;   %45 = phi i32 [ %19, %16 ], [ %43, %30 ], [ %29, %28 ], [ 0, %27 ]
;   ret i32 %45
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
