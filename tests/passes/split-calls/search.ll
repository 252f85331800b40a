;; Needles that are constant: at each place of the haystack a step for each byte.
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
; yes:                                              ; preds = %12
;   ret i1 true
;
; 0:                                                ; preds = %5, %entry
;   %1 = phi ptr [ %s, %entry ], [ %6, %5 ]
;   %2 = call ptr @strchr(ptr %1, i32 97) #0, !fz.kept !1
;   %3 = freeze ptr %2
;   %4 = icmp eq ptr %3, null
;   br i1 %4, label %no, label %7, !fz.step !1
;
; 5:                                                ; preds = %7
;   %6 = getelementptr i8, ptr %3, i64 1
;   br label %0
;
; 7:                                                ; preds = %0
;   %8 = getelementptr i8, ptr %3, i64 1
;   %9 = load i8, ptr %8, align 1
;   %10 = freeze i8 %9
;   %11 = icmp eq i8 %10, 98
;   br i1 %11, label %12, label %5, !fz.step !1
;
; 12:                                               ; preds = %7
;   br label %yes
;
; no:                                               ; preds = %0
;   ret i1 false
; }
;
; define ptr @memory(ptr %p, i64 %n) {
;   %1 = freeze i64 %n
;   %2 = icmp ult i64 %1, 2
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %8, %0
;   br label %24
;
; 4:                                                ; preds = %0
;   %5 = sub i64 %1, 2
;   %6 = add i64 %5, 1
;   %7 = getelementptr i8, ptr %p, i64 %6
;   br label %8
;
; 8:                                                ; preds = %16, %4
;   %9 = phi ptr [ %p, %4 ], [ %17, %16 ]
;   %10 = ptrtoint ptr %9 to i64
;   %11 = ptrtoint ptr %7 to i64
;   %12 = sub i64 %11, %10
;   %13 = call ptr @memchr(ptr %9, i32 97, i64 %12) #0, !fz.kept !1
;   %14 = freeze ptr %13
;   %15 = icmp eq ptr %14, null
;   br i1 %15, label %3, label %18, !fz.step !1
;
; 16:                                               ; preds = %18
;   %17 = getelementptr i8, ptr %14, i64 1
;   br label %8
;
; 18:                                               ; preds = %8
;   %19 = getelementptr i8, ptr %14, i64 1
;   %20 = load i8, ptr %19, align 1
;   %21 = freeze i8 %20
;   %22 = icmp eq i8 %21, 98
;   br i1 %22, label %23, label %16, !fz.step !1
;
; 23:                                               ; preds = %18
;   br label %24
;
; 24:                                               ; preds = %3, %23
;   %25 = phi ptr [ %14, %23 ], [ null, %3 ]
;   ret ptr %25
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
;   br i1 %7, label %12, label %18, !fz.step !1
;
; 8:                                                ; preds = %10, %27
;   %9 = getelementptr i8, ptr %3, i64 1
;   br label %2
;
; 10:                                               ; preds = %18
;   %11 = icmp eq i8 %5, 0
;   br i1 %11, label %1, label %8, !fz.step !1
;
; 12:                                               ; preds = %2
;   %13 = getelementptr i8, ptr %3, i64 1
;   %14 = load i8, ptr %13, align 1
;   %15 = freeze i8 %14
;   %16 = or i8 %15, 32
;   %17 = icmp eq i8 %16, 98
;   br i1 %17, label %26, label %27, !fz.step !1
;
; 18:                                               ; preds = %2
;   %19 = or i8 %5, 97
;   %20 = icmp ugt i8 %19, 127
;   %21 = icmp eq i8 %5, 73
;   %22 = or i1 %21, false
;   %23 = or i1 %20, %22
;   br i1 %23, label %24, label %10, !fz.step !1
;
; 24:                                               ; preds = %27, %18
;   %25 = call ptr @strcasestr(ptr %s, ptr @ab) #0, !fz.kept !1
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
;   br i1 %32, label %24, label %8, !fz.step !1
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
;   %3 = call ptr @g_strstr_len(ptr %s, i64 -1, ptr @ab) #0, !fz.kept !1
;   br label %19
;
; 4:                                                ; preds = %0
;   br label %6
;
; 5:                                                ; preds = %6
;   br label %19
;
; 6:                                                ; preds = %11, %4
;   %7 = phi ptr [ %s, %4 ], [ %12, %11 ]
;   %8 = call ptr @strchr(ptr %7, i32 97) #0, !fz.kept !1
;   %9 = freeze ptr %8
;   %10 = icmp eq ptr %9, null
;   br i1 %10, label %5, label %13, !fz.step !1
;
; 11:                                               ; preds = %13
;   %12 = getelementptr i8, ptr %9, i64 1
;   br label %6
;
; 13:                                               ; preds = %6
;   %14 = getelementptr i8, ptr %9, i64 1
;   %15 = load i8, ptr %14, align 1
;   %16 = freeze i8 %15
;   %17 = icmp eq i8 %16, 98
;   br i1 %17, label %18, label %11, !fz.step !1
;
; 18:                                               ; preds = %13
;   br label %19
;
; 19:                                               ; preds = %5, %2, %18
;   %20 = phi ptr [ %9, %18 ], [ %3, %2 ], [ null, %5 ]
;   ret ptr %20
; }
;
; declare ptr @strchr(ptr, i32)
;
; declare ptr @memchr(ptr, i32, i64)
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"4"}
; !1 = !{}
