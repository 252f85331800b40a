;; A sanitizer's memcmp finds errors behind the first difference: its call stays, in front. Strings end at the difference.
; pipeline: split-calls
@ab = private constant [3 x i8] c"ab\00"
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @strcmp(ptr, ptr)

define i1 @memory(ptr %p) sanitize_address {
  %r = call i32 @memcmp(ptr %p, ptr @ab, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @string(ptr %p) sanitize_address {
  %r = call i32 @strcmp(ptr %p, ptr @ab)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @strcmp(ptr, ptr)
;
; ; Function Attrs: sanitize_address
; define i1 @memory(ptr %p) #0 {
;   %1 = call i32 @memcmp(ptr %p, ptr @ab, i64 2) #1, !fz.kept !1
;   call void asm sideeffect "", "r"(i32 %1)
;   %2 = load i8, ptr %p, align 1
;   %3 = freeze i8 %2
;   %4 = icmp eq i8 %3, 97
;   br i1 %4, label %5, label %10
;
; 5:                                                ; preds = %0
;   %6 = getelementptr i8, ptr %p, i64 1
;   %7 = load i8, ptr %6, align 1
;   %8 = freeze i8 %7
;   %9 = icmp eq i8 %8, 98
;   br i1 %9, label %16, label %10, !fz.step !1
;
; 10:                                               ; preds = %5, %0
;   %11 = phi i8 [ %3, %0 ], [ %8, %5 ]
;   %12 = phi i8 [ 97, %0 ], [ 98, %5 ]
;   %13 = zext i8 %11 to i32
;   %14 = zext i8 %12 to i32
;   %15 = sub i32 %13, %14
;   br label %17
;
; 16:                                               ; preds = %5
;   br label %17
;
; 17:                                               ; preds = %16, %10
;   %18 = phi i32 [ %15, %10 ], [ 0, %16 ]
;   %c = icmp eq i32 %18, 0
;   ret i1 %c
; }
;
; ; Function Attrs: sanitize_address
; define i1 @string(ptr %p) #0 {
;   %1 = load i8, ptr %p, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 97
;   br i1 %3, label %4, label %9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %p, i64 1
;   %6 = load i8, ptr %5, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 98
;   br i1 %8, label %15, label %9, !fz.step !1
;
; 9:                                                ; preds = %15, %4, %0
;   %10 = phi i8 [ %2, %0 ], [ %7, %4 ], [ %18, %15 ]
;   %11 = phi i8 [ 97, %0 ], [ 98, %4 ], [ 0, %15 ]
;   %12 = zext i8 %10 to i32
;   %13 = zext i8 %11 to i32
;   %14 = sub i32 %12, %13
;   br label %21
;
; 15:                                               ; preds = %4
;   %16 = getelementptr i8, ptr %p, i64 2
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
;   %c = icmp eq i32 %22, 0
;   ret i1 %c
; }
;
; attributes #0 = { sanitize_address }
; attributes #1 = { nobuiltin nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{}
