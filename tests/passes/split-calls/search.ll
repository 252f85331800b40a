; Needles that are constant: at each place of the haystack a step for each byte.
; pipeline: split-calls
@ab = private constant [3 x i8] c"ab\00"
declare ptr @strstr(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare ptr @strcasestr(ptr, ptr)
declare ptr @g_strstr_len(ptr, i64, ptr)

define i1 @string(ptr %s) {
entry:
  %r = call ptr @strstr(ptr %s, ptr @ab)
  %c = icmp ne ptr %r, null
  br i1 %c, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @memory(ptr %p, i64 %n) {
  %r = call ptr @memmem(ptr %p, i64 %n, ptr @ab, i64 2)
  ret ptr %r
}

define ptr @locale(ptr %s) {
  %r = call ptr @strcasestr(ptr %s, ptr @ab)
  ret ptr %r
}

define ptr @no_length(ptr noundef %s) {
  %r = call ptr @g_strstr_len(ptr %s, i64 -1, ptr @ab)
  ret ptr %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare ptr @strcasestr(ptr, ptr)
;
; declare ptr @g_strstr_len(ptr, i64, ptr)
;
; define i1 @string(ptr %s) {
; entry:
;   br label %0
;
; yes:                                              ; preds = %14
;   ret i1 true
;
; 0:                                                ; preds = %5, %entry
;   %1 = phi ptr [ %s, %entry ], [ %6, %5 ]
;   %2 = load i8, ptr %1, align 1
;   %3 = freeze i8 %2
;   %4 = icmp eq i8 %3, 97
;   br i1 %4, label %9, label %7
;
; 5:                                                ; preds = %7, %9
;   %6 = getelementptr i8, ptr %1, i64 1
;   br label %0
;
; 7:                                                ; preds = %0
;   %8 = icmp eq i8 %3, 0
;   br i1 %8, label %no, label %5
;
; 9:                                                ; preds = %0
;   %10 = getelementptr i8, ptr %1, i64 1
;   %11 = load i8, ptr %10, align 1
;   %12 = freeze i8 %11
;   %13 = icmp eq i8 %12, 98
;   br i1 %13, label %14, label %5
;
; 14:                                               ; preds = %9
;   br label %yes
;
; no:                                               ; preds = %7
;   ret i1 false
; }
;
; define ptr @memory(ptr %p, i64 %n) {
;   %1 = freeze i64 %n
;   %2 = icmp ult i64 %1, 2
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %12, %0
;   br label %23
;
; 4:                                                ; preds = %0
;   %5 = sub i64 %1, 2
;   br label %6
;
; 6:                                                ; preds = %20, %4
;   %7 = phi ptr [ %p, %4 ], [ %22, %20 ]
;   %8 = phi i64 [ 0, %4 ], [ %21, %20 ]
;   %9 = load i8, ptr %7, align 1
;   %10 = freeze i8 %9
;   %11 = icmp eq i8 %10, 97
;   br i1 %11, label %14, label %12
;
; 12:                                               ; preds = %14, %6
;   %13 = icmp eq i64 %8, %5
;   br i1 %13, label %3, label %20
;
; 14:                                               ; preds = %6
;   %15 = getelementptr i8, ptr %7, i64 1
;   %16 = load i8, ptr %15, align 1
;   %17 = freeze i8 %16
;   %18 = icmp eq i8 %17, 98
;   br i1 %18, label %19, label %12
;
; 19:                                               ; preds = %14
;   br label %23
;
; 20:                                               ; preds = %12
;   %21 = add i64 %8, 1
;   %22 = getelementptr i8, ptr %7, i64 1
;   br label %6
;
; 23:                                               ; preds = %3, %19
;   %24 = phi ptr [ %7, %19 ], [ null, %3 ]
;   ret ptr %24
; }
;
; define ptr @locale(ptr %s) {
;   br label %2
;
; 1:                                                ; preds = %10
;   br label %33
;
; 2:                                                ; preds = %8, %0
;   %3 = phi ptr [ %s, %0 ], [ %9, %8 ]
;   %4 = load i8, ptr %3, align 1
;   %5 = freeze i8 %4
;   %6 = or i8 %5, 32
;   %7 = icmp eq i8 %6, 97
;   br i1 %7, label %12, label %18
;
; 8:                                                ; preds = %10, %27
;   %9 = getelementptr i8, ptr %3, i64 1
;   br label %2
;
; 10:                                               ; preds = %18
;   %11 = icmp eq i8 %5, 0
;   br i1 %11, label %1, label %8
;
; 12:                                               ; preds = %2
;   %13 = getelementptr i8, ptr %3, i64 1
;   %14 = load i8, ptr %13, align 1
;   %15 = freeze i8 %14
;   %16 = or i8 %15, 32
;   %17 = icmp eq i8 %16, 98
;   br i1 %17, label %26, label %27
;
; 18:                                               ; preds = %2
;   %19 = or i8 %5, 97
;   %20 = icmp ugt i8 %19, 127
;   %21 = icmp eq i8 %5, 73
;   %22 = or i1 %21, false
;   %23 = or i1 %20, %22
;   br i1 %23, label %24, label %10
;
; 24:                                               ; preds = %27, %18
;   %25 = call ptr @strcasestr(ptr %s, ptr @ab), !fz.kept !1
;   br label %33
;
; 26:                                               ; preds = %12
;   br label %33
;
; 27:                                               ; preds = %12
;   %28 = or i8 %15, 98
;   %29 = icmp ugt i8 %28, 127
;   %30 = icmp eq i8 %15, 73
;   %31 = or i1 %30, false
;   %32 = or i1 %29, %31
;   br i1 %32, label %24, label %8
;
; 33:                                               ; preds = %1, %24, %26
;   %34 = phi ptr [ %3, %26 ], [ %25, %24 ], [ null, %1 ]
;   ret ptr %34
; }
;
; define ptr @no_length(ptr noundef %s) {
;   %1 = icmp eq ptr %s, null
;   br i1 %1, label %2, label %4
;
; 2:                                                ; preds = %0
;   %3 = call ptr @g_strstr_len(ptr %s, i64 -1, ptr @ab), !fz.kept !1
;   br label %21
;
; 4:                                                ; preds = %0
;   br label %6
;
; 5:                                                ; preds = %13
;   br label %21
;
; 6:                                                ; preds = %11, %4
;   %7 = phi ptr [ %s, %4 ], [ %12, %11 ]
;   %8 = load i8, ptr %7, align 1
;   %9 = freeze i8 %8
;   %10 = icmp eq i8 %9, 97
;   br i1 %10, label %15, label %13
;
; 11:                                               ; preds = %13, %15
;   %12 = getelementptr i8, ptr %7, i64 1
;   br label %6
;
; 13:                                               ; preds = %6
;   %14 = icmp eq i8 %9, 0
;   br i1 %14, label %5, label %11
;
; 15:                                               ; preds = %6
;   %16 = getelementptr i8, ptr %7, i64 1
;   %17 = load i8, ptr %16, align 1
;   %18 = freeze i8 %17
;   %19 = icmp eq i8 %18, 98
;   br i1 %19, label %20, label %11
;
; 20:                                               ; preds = %15
;   br label %21
;
; 21:                                               ; preds = %5, %2, %20
;   %22 = phi ptr [ %7, %20 ], [ %3, %2 ], [ null, %5 ]
;   ret ptr %22
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"4"}
; !1 = !{}
