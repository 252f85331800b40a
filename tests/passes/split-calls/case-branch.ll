;; Where only equality is asked, what the function says of a character that the locale knows meets what is known without
;; it: no edge tells that the function was asked.
; pipeline: split-calls
@ab = private constant [3 x i8] c"ab\00"
declare i32 @strcasecmp(ptr, ptr)

define i32 @f(ptr %p) {
  %r = call i32 @strcasecmp(ptr %p, ptr @ab)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @strcasecmp(ptr, ptr)
;
; define i32 @f(ptr %p) {
;   %1 = load i8, ptr %p, align 1
;   %2 = freeze i8 %1
;   %3 = or i8 %2, 32
;   %4 = icmp eq i8 %3, 97
;   br i1 %4, label %5, label %11
;
; 5:                                                ; preds = %0
;   %6 = getelementptr i8, ptr %p, i64 1
;   %7 = load i8, ptr %6, align 1
;   %8 = freeze i8 %7
;   %9 = or i8 %8, 32
;   %10 = icmp eq i8 %9, 98
;   br i1 %10, label %20, label %11, !fz.step !1
;
; 11:                                               ; preds = %20, %5, %0
;   %12 = phi i8 [ %2, %0 ], [ %8, %5 ], [ %23, %20 ]
;   %13 = phi i8 [ 97, %0 ], [ 98, %5 ], [ 0, %20 ]
;   %14 = or i8 %12, %13
;   %15 = icmp ugt i8 %14, 127
;   %16 = icmp eq i8 %12, 73
;   %17 = icmp eq i8 %13, 73
;   %18 = or i1 %16, %17
;   %19 = or i1 %15, %18
;   br i1 %19, label %25, label %27, !fz.silent !1
;
; 20:                                               ; preds = %5
;   %21 = getelementptr i8, ptr %p, i64 2
;   %22 = load i8, ptr %21, align 1
;   %23 = freeze i8 %22
;   %24 = icmp eq i8 %23, 0
;   br i1 %24, label %yes, label %11, !fz.step !1
;
; 25:                                               ; preds = %11
;   %26 = call i32 @strcasecmp(ptr %p, ptr @ab) #0, !fz.kept !1
;   br label %27
;
; 27:                                               ; preds = %25, %11
;   %28 = phi i32 [ 1, %11 ], [ %26, %25 ]
;   %29 = icmp eq i32 %28, 0
;   br i1 %29, label %yes, label %no
;
; yes:                                              ; preds = %27, %20
;   ret i32 1
;
; no:                                               ; preds = %27
;   ret i32 0
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{}
