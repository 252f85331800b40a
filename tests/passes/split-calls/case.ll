;; Letters in either case; where the locale has a say (i and I, bytes above 127), the function itself decides. ASCII's
;; letters are the same everywhere.
; pipeline: split-calls
@a = private constant [3 x i8] c"Ai\00"
declare i32 @strcasecmp(ptr, ptr)
declare zeroext i1 @Curl_strcasecompare(ptr, ptr)

define i32 @locale(ptr %s) {
  %r = call i32 @strcasecmp(ptr %s, ptr @a)
  ret i32 %r
}

define i32 @truth(ptr noundef %s) {
entry:
  %r = call zeroext i1 @Curl_strcasecompare(ptr %s, ptr @a)
  br i1 %r, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
;; expected
;
; @a = private constant [3 x i8] c"Ai\00"
;
; declare i32 @strcasecmp(ptr, ptr)
;
; declare zeroext i1 @Curl_strcasecompare(ptr, ptr)
;
; define i32 @locale(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = or i8 %2, 32
;   %4 = icmp eq i8 %3, 97
;   br i1 %4, label %5, label %10
;
; 5:                                                ; preds = %0
;   %6 = getelementptr i8, ptr %s, i64 1
;   %7 = load i8, ptr %6, align 1
;   %8 = freeze i8 %7
;   %9 = icmp eq i8 %8, 105
;   br i1 %9, label %19, label %10, !fz.step !1
;
; 10:                                               ; preds = %19, %5, %0
;   %11 = phi i8 [ %2, %0 ], [ %8, %5 ], [ %22, %19 ]
;   %12 = phi i8 [ 65, %0 ], [ 105, %5 ], [ 0, %19 ]
;   %13 = or i8 %11, %12
;   %14 = icmp ugt i8 %13, 127
;   %15 = icmp eq i8 %11, 73
;   %16 = icmp eq i8 %12, 73
;   %17 = or i1 %15, %16
;   %18 = or i1 %14, %17
;   br i1 %18, label %25, label %27, !fz.step !1
;
; 19:                                               ; preds = %5
;   %20 = getelementptr i8, ptr %s, i64 2
;   %21 = load i8, ptr %20, align 1
;   %22 = freeze i8 %21
;   %23 = icmp eq i8 %22, 0
;   br i1 %23, label %24, label %10, !fz.step !1
;
; 24:                                               ; preds = %19
;   br label %41
;
; 25:                                               ; preds = %10
;   %26 = call i32 @strcasecmp(ptr %s, ptr @a) #0, !fz.kept !1
;   br label %41
;
; 27:                                               ; preds = %10
;   %28 = sub i8 %11, 65
;   %29 = icmp ult i8 %28, 26
;   %30 = zext i1 %29 to i8
;   %31 = shl i8 %30, 5
;   %32 = xor i8 %11, %31
;   %33 = sub i8 %12, 65
;   %34 = icmp ult i8 %33, 26
;   %35 = zext i1 %34 to i8
;   %36 = shl i8 %35, 5
;   %37 = xor i8 %12, %36
;   %38 = zext i8 %32 to i32
;   %39 = zext i8 %37 to i32
;   %40 = sub i32 %38, %39
;   br label %41
;
; 41:                                               ; preds = %24, %25, %27
;   %42 = phi i32 [ %40, %27 ], [ %26, %25 ], [ 0, %24 ]
;   ret i32 %42
; }
;
; define i32 @truth(ptr noundef %s) {
; entry:
;   %0 = icmp eq ptr %s, null
;   br i1 %0, label %1, label %4
;
; yes:                                              ; preds = %1, %15
;   ret i32 1
;
; 1:                                                ; preds = %entry
;   %2 = call zeroext i1 @Curl_strcasecompare(ptr %s, ptr @a) #0, !fz.kept !1
;   %3 = icmp eq i1 %2, false
;   br i1 %3, label %no, label %yes
;
; 4:                                                ; preds = %entry
;   %5 = load i8, ptr %s, align 1
;   %6 = freeze i8 %5
;   %7 = or i8 %6, 32
;   %8 = icmp eq i8 %7, 97
;   br i1 %8, label %9, label %no, !fz.step !1
;
; 9:                                                ; preds = %4
;   %10 = getelementptr i8, ptr %s, i64 1
;   %11 = load i8, ptr %10, align 1
;   %12 = freeze i8 %11
;   %13 = or i8 %12, 32
;   %14 = icmp eq i8 %13, 105
;   br i1 %14, label %15, label %no, !fz.step !1
;
; 15:                                               ; preds = %9
;   %16 = getelementptr i8, ptr %s, i64 2
;   %17 = load i8, ptr %16, align 1
;   %18 = freeze i8 %17
;   %19 = icmp eq i8 %18, 0
;   br i1 %19, label %yes, label %no, !fz.step !1
;
; no:                                               ; preds = %1, %15, %9, %4
;   ret i32 0
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
