;; What the program calls its own is left alone; where it has a strchr of its own, steps look for the first byte too.
; pipeline: split-calls
target triple = "x86_64-pc-linux-gnu"
@ab = private constant [3 x i8] c"ab\00"
declare ptr @strstr(ptr, ptr)

define ptr @without(ptr %s) "no-builtins" {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}

define ptr @own(ptr %s) {
  %r = call ptr @strstr(ptr %s, ptr @ab) nobuiltin
  ret ptr %r
}

define ptr @without_this(ptr %s) "no-builtin-strstr" {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}

define ptr @by_steps(ptr %s) "no-builtin-strchr" {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare ptr @strstr(ptr, ptr)
;
; define ptr @without(ptr %s) #0 {
;   %r = call ptr @strstr(ptr %s, ptr @ab)
;   ret ptr %r
; }
;
; define ptr @own(ptr %s) {
;   %r = call ptr @strstr(ptr %s, ptr @ab) #3
;   ret ptr %r
; }
;
; define ptr @without_this(ptr %s) #1 {
;   %r = call ptr @strstr(ptr %s, ptr @ab)
;   ret ptr %r
; }
;
; define ptr @by_steps(ptr %s) #2 {
;   br label %2
;
; 1:                                                ; preds = %9
;   br label %17
;
; 2:                                                ; preds = %7, %0
;   %3 = phi ptr [ %s, %0 ], [ %8, %7 ]
;   %4 = load i8, ptr %3, align 1
;   %5 = freeze i8 %4
;   %6 = icmp eq i8 %5, 97
;   br i1 %6, label %11, label %9, !fz.step !2
;
; 7:                                                ; preds = %9, %11
;   %8 = getelementptr i8, ptr %3, i64 1
;   br label %2
;
; 9:                                                ; preds = %2
;   %10 = icmp eq i8 %5, 0
;   br i1 %10, label %1, label %7, !fz.step !2
;
; 11:                                               ; preds = %2
;   %12 = getelementptr i8, ptr %3, i64 1
;   %13 = load i8, ptr %12, align 1
;   %14 = freeze i8 %13
;   %15 = icmp eq i8 %14, 98
;   br i1 %15, label %16, label %7, !fz.step !2
;
; 16:                                               ; preds = %11
;   br label %17
;
; 17:                                               ; preds = %1, %16
;   %18 = phi ptr [ %3, %16 ], [ null, %1 ]
;   ret ptr %18
; }
;
; attributes #0 = { "no-builtins" }
; attributes #1 = { "no-builtin-strstr" }
; attributes #2 = { "no-builtin-strchr" }
; attributes #3 = { nobuiltin }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{!"skipped:split-calls:no-builtin", !"3"}
; !2 = !{}
