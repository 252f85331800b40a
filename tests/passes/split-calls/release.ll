;; The late run takes its own marks away, also of calls that it leaves alone, and in functions that it does not work on.
; pipeline: split-calls
@a = private constant [2 x i8] c"a\00"
declare i32 @strcmp(ptr, ptr)

define i32 @split(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr getelementptr (i8, ptr @a, i64 1)) nobuiltin "fz-held"
  ret i32 %r
}

define i32 @constant() {
  %r = call i32 @strcmp(ptr @a, ptr @a) nobuiltin "fz-held"
  ret i32 %r
}

define i32 @not_counted(ptr %s) nosanitize_coverage {
  %r = call i32 @strcmp(ptr %s, ptr @a) nobuiltin "fz-held"
  ret i32 %r
}

define i32 @by_itself() {
  %r = call i32 @strcmp(ptr @a, ptr @a) nobuiltin
  ret i32 %r
}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; define i32 @split(ptr %s) {
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 0
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %0
;   br label %11
;
; 5:                                                ; preds = %0
;   %6 = phi i8 [ %2, %0 ]
;   %7 = phi i8 [ 0, %0 ]
;   %8 = zext i8 %6 to i32
;   %9 = zext i8 %7 to i32
;   %10 = sub i32 %8, %9
;   br label %11
;
; 11:                                               ; preds = %4, %5
;   %12 = phi i32 [ %10, %5 ], [ 0, %4 ]
;   ret i32 %12
; }
;
; define i32 @constant() {
;   ret i32 0
; }
;
; ; Function Attrs: nosanitize_coverage
; define i32 @not_counted(ptr %s) #0 {
;   %r = call i32 @strcmp(ptr %s, ptr @a)
;   ret i32 %r
; }
;
; define i32 @by_itself() {
;   %r = call i32 @strcmp(ptr @a, ptr @a) #1
;   ret i32 %r
; }
;
; attributes #0 = { nosanitize_coverage }
; attributes #1 = { nobuiltin }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{!"skipped:split-calls:no-builtin", !"1"}
