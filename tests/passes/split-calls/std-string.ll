;; std::string::compare of libstdc++, with a constant, a C string and another std::string.
; pipeline: split-calls<unroll=1>
@a = private constant [2 x i8] c"a\00"
declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(ptr, ptr)

define i1 @constant(ptr %s) {
entry:
  %r = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %s, ptr @a)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define i32 @pointer(ptr %s, ptr %t) {
  %r = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %s, ptr %t)
  ret i32 %r
}

define i32 @string(ptr %s, ptr %t) {
  %r = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(ptr %s, ptr %t)
  ret i32 %r
}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
;
; declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
;
; declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(ptr, ptr)
;
; define i1 @constant(ptr %s) {
; entry:
;   %0 = getelementptr i8, ptr %s, i64 8
;   %1 = load ptr, ptr %s, align 1
;   %2 = load i64, ptr %0, align 1
;   %3 = freeze i64 %2
;   %4 = icmp eq i64 %3, 0
;   br i1 %4, label %no, label %5
;
; 5:                                                ; preds = %entry
;   %6 = load i8, ptr %1, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 97
;   br i1 %8, label %9, label %no, !fz.step !1
;
; 9:                                                ; preds = %5
;   %10 = icmp eq i64 %3, 1
;   br i1 %10, label %yes, label %no, !fz.step !1
;
; yes:                                              ; preds = %9
;   ret i1 true
;
; no:                                               ; preds = %9, %5, %entry
;   ret i1 false
; }
;
; define i32 @pointer(ptr %s, ptr %t) {
;   %1 = getelementptr i8, ptr %s, i64 8
;   %2 = load ptr, ptr %s, align 1
;   %3 = load i64, ptr %1, align 1
;   %4 = freeze i64 %3
;   %5 = icmp eq i64 %4, 0
;   %6 = load i8, ptr %t, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 0
;   br i1 %5, label %12, label %13
;
; 9:                                                ; preds = %13, %12
;   %10 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %26
;
; 11:                                               ; preds = %12
;   br label %26
;
; 12:                                               ; preds = %0
;   br i1 %8, label %11, label %9, !fz.step !1
;
; 13:                                               ; preds = %0
;   br i1 %8, label %9, label %14, !fz.step !1
;
; 14:                                               ; preds = %13
;   %15 = load i8, ptr %2, align 1
;   %16 = freeze i8 %15
;   %17 = icmp eq i8 %16, %7
;   br i1 %17, label %18, label %20, !fz.step !1
;
; 18:                                               ; preds = %14
;   %19 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %26
;
; 20:                                               ; preds = %14
;   %21 = phi i8 [ %16, %14 ]
;   %22 = phi i8 [ %7, %14 ]
;   %23 = zext i8 %21 to i32
;   %24 = zext i8 %22 to i32
;   %25 = sub i32 %23, %24
;   br label %26
;
; 26:                                               ; preds = %11, %9, %20, %18
;   %27 = phi i32 [ %19, %18 ], [ %25, %20 ], [ %10, %9 ], [ 0, %11 ]
;   ret i32 %27
; }
;
; define i32 @string(ptr %s, ptr %t) {
;   %1 = getelementptr i8, ptr %s, i64 8
;   %2 = load ptr, ptr %s, align 1
;   %3 = load i64, ptr %1, align 1
;   %4 = freeze i64 %3
;   %5 = getelementptr i8, ptr %t, i64 8
;   %6 = load ptr, ptr %t, align 1
;   %7 = load i64, ptr %5, align 1
;   %8 = freeze i64 %7
;   %9 = icmp eq i64 %4, 0
;   %10 = icmp eq i64 %8, 0
;   br i1 %9, label %14, label %15
;
; 11:                                               ; preds = %15, %14
;   %12 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %30
;
; 13:                                               ; preds = %14
;   br label %30
;
; 14:                                               ; preds = %0
;   br i1 %10, label %13, label %11, !fz.step !1
;
; 15:                                               ; preds = %0
;   br i1 %10, label %11, label %16, !fz.step !1
;
; 16:                                               ; preds = %15
;   %17 = load i8, ptr %6, align 1
;   %18 = freeze i8 %17
;   %19 = load i8, ptr %2, align 1
;   %20 = freeze i8 %19
;   %21 = icmp eq i8 %20, %18
;   br i1 %21, label %22, label %24, !fz.step !1
;
; 22:                                               ; preds = %16
;   %23 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(ptr %s, ptr %t) #0, !fz.kept !1
;   br label %30
;
; 24:                                               ; preds = %16
;   %25 = phi i8 [ %20, %16 ]
;   %26 = phi i8 [ %18, %16 ]
;   %27 = zext i8 %25 to i32
;   %28 = zext i8 %26 to i32
;   %29 = sub i32 %27, %28
;   br label %30
;
; 30:                                               ; preds = %13, %11, %24, %22
;   %31 = phi i32 [ %23, %22 ], [ %29, %24 ], [ %12, %11 ], [ 0, %13 ]
;   ret i32 %31
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"3"}
; !1 = !{}
