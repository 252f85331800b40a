;; What a call promised of its arguments does not hold for what is left of them.
; pipeline: split-calls<unroll=1>
declare i32 @strncmp(ptr, ptr, i64)

define i32 @f(ptr %s, ptr %t) {
  %r = call i32 @strncmp(ptr dereferenceable(40) %s, ptr nonnull %t, i64 noundef range(i64 33, 100) 40)
  ret i32 %r
}
;; expected
;
; declare i32 @strncmp(ptr, ptr, i64)
;
; define i32 @f(ptr %s, ptr %t) {
;   %1 = load i8, ptr %t, align 1
;   %2 = freeze i8 %1
;   %3 = load i8, ptr %s, align 1
;   %4 = freeze i8 %3
;   %5 = icmp eq i8 %4, %2
;   br i1 %5, label %10, label %12
;
; 6:                                                ; preds = %10
;   %7 = getelementptr i8, ptr %s, i64 1
;   %8 = getelementptr i8, ptr %t, i64 1
;   %9 = call i32 @strncmp(ptr %7, ptr %8, i64 39) #0, !fz.kept !1
;   br label %19
;
; 10:                                               ; preds = %0
;   %11 = icmp eq i8 %4, 0
;   br i1 %11, label %18, label %6, !fz.step !1
;
; 12:                                               ; preds = %0
;   %13 = phi i8 [ %4, %0 ]
;   %14 = phi i8 [ %2, %0 ]
;   %15 = zext i8 %13 to i32
;   %16 = zext i8 %14 to i32
;   %17 = sub i32 %15, %16
;   br label %19
;
; 18:                                               ; preds = %10
;   br label %19
;
; 19:                                               ; preds = %18, %12, %6
;   %20 = phi i32 [ %9, %6 ], [ %17, %12 ], [ 0, %18 ]
;   ret i32 %20
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{}
