; What a dictionary helps with is left to it; the set is one byte.
; pipeline: split-calls<mode=light;unroll=1>
@ab = private constant [3 x i8] c"ab\00"
declare i32 @strcmp(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare ptr @strchr(ptr, i32)

define i32 @constant(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}

define ptr @needle(ptr %s) {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}

define i1 @variable(ptr %s, ptr %t) {
entry:
  %r = call i32 @strcmp(ptr %s, ptr %t)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @set(i32 noundef %c) {
  %r = call ptr @strchr(ptr @ab, i32 %c)
  ret ptr %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @strchr(ptr, i32)
;
; define i32 @constant(ptr %s) {
;   %r = call i32 @strcmp(ptr %s, ptr @ab)
;   ret i32 %r
; }
;
; define ptr @needle(ptr %s) {
;   %r = call ptr @strstr(ptr %s, ptr @ab)
;   ret ptr %r
; }
;
; define i1 @variable(ptr %s, ptr %t) {
; entry:
;   %0 = load i8, ptr %t, align 1
;   %1 = freeze i8 %0
;   %2 = load i8, ptr %s, align 1
;   %3 = freeze i8 %2
;   %4 = icmp eq i8 %3, %1
;   br i1 %4, label %10, label %no
;
; 5:                                                ; preds = %10
;   %6 = getelementptr i8, ptr %s, i64 1
;   %7 = getelementptr i8, ptr %t, i64 1
;   %8 = call i32 @strcmp(ptr %6, ptr %7) #0, !fz.kept !2
;   %9 = icmp eq i32 %8, 0
;   br i1 %9, label %yes, label %no
;
; 10:                                               ; preds = %entry
;   %11 = icmp eq i8 %3, 0
;   br i1 %11, label %yes, label %5, !fz.step !2
;
; yes:                                              ; preds = %5, %10
;   ret i1 true
;
; no:                                               ; preds = %5, %entry
;   ret i1 false
; }
;
; define ptr @set(i32 noundef %c) {
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
;   %7 = phi ptr [ @ab, %3 ], [ getelementptr (i8, ptr @ab, i64 1), %4 ], [ getelementptr (i8, ptr @ab, i64 2), %5 ], [ null, %2 ]
;   ret ptr %7
; }
;
; attributes #0 = { nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{!"left:split-calls:dictionary", !"2"}
; !2 = !{}
