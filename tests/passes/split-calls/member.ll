;; A character in a constant set: a way for each of them.
; pipeline: split-calls
@aba = private constant [4 x i8] c"aba\00"
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)

define ptr @first(i32 %c) {
  %r = call ptr @strchr(ptr @aba, i32 %c)
  ret ptr %r
}

define ptr @last(i32 noundef %c) {
  %r = call ptr @strrchr(ptr @aba, i32 %c)
  ret ptr %r
}

define i1 @memory(i32 noundef %c) {
entry:
  %r = call ptr @memchr(ptr @aba, i32 %c, i64 2)
  %q = icmp eq ptr %r, null
  br i1 %q, label %no, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}
;; expected
;
; @aba = private constant [4 x i8] c"aba\00"
;
; declare ptr @strchr(ptr, i32)
;
; declare ptr @strrchr(ptr, i32)
;
; declare ptr @memchr(ptr, i32, i64)
;
; define ptr @first(i32 %c) {
;   %1 = freeze i32 %c
;   %2 = trunc i32 %1 to i8
;   switch i8 %2, label %3 [
;     i8 97, label %4
;     i8 98, label %5
;     i8 0, label %6
;   ]
;
; 3:                                                ; preds = %0
;   br label %7
;
; 4:                                                ; preds = %0
;   br label %7
;
; 5:                                                ; preds = %0
;   br label %7
;
; 6:                                                ; preds = %0
;   br label %7
;
; 7:                                                ; preds = %3, %6, %5, %4
;   %8 = phi ptr [ @aba, %4 ], [ getelementptr (i8, ptr @aba, i64 1), %5 ], [ getelementptr (i8, ptr @aba, i64 3), %6 ], [ null, %3 ]
;   ret ptr %8
; }
;
; define ptr @last(i32 noundef %c) {
;   %1 = trunc i32 %c to i8
;   switch i8 %1, label %2 [
;     i8 97, label %3
;     i8 98, label %4
;     i8 0, label %5
;   ]
;
; 2:                                                ; preds = %0
;   br label %6
;
; 3:                                                ; preds = %0
;   br label %6
;
; 4:                                                ; preds = %0
;   br label %6
;
; 5:                                                ; preds = %0
;   br label %6
;
; 6:                                                ; preds = %2, %5, %4, %3
;   %7 = phi ptr [ getelementptr (i8, ptr @aba, i64 2), %3 ], [ getelementptr (i8, ptr @aba, i64 1), %4 ], [ getelementptr (i8, ptr @aba, i64 3), %5 ], [ null, %2 ]
;   ret ptr %7
; }
;
; define i1 @memory(i32 noundef %c) {
; entry:
;   %0 = trunc i32 %c to i8
;   switch i8 %0, label %no [
;     i8 97, label %1
;     i8 98, label %2
;   ]
;
; yes:                                              ; preds = %2, %1
;   ret i1 true
;
; 1:                                                ; preds = %entry
;   br label %yes
;
; 2:                                                ; preds = %entry
;   br label %yes
;
; no:                                               ; preds = %entry
;   ret i1 false
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"3"}
