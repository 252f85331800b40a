;; Neighbours in memory that are compared one after the other are one word: by index, by a pointer that moves on, in any
;; order, through a switch, and read from a stream. A row is noted where it ends.
; pipeline: pins,dictionary
; codegen: no
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @fgetc(ptr)

define i32 @indexed(ptr %p) {
  %a = load i8, ptr %p
  %pdf = icmp eq i8 %a, 37
  br i1 %pdf, label %second, label %no
second:
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %q
  %int = sext i8 %b to i32
  %c = icmp ne i32 %int, 80
  br i1 %c, label %no, label %third
third:
  %r = getelementptr i8, ptr %p, i64 2
  %d = load i8, ptr %r
  %e = icmp eq i8 %d, 68
  br i1 %e, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define i32 @moving(ptr %p) {
  %v = alloca ptr
  store ptr %p, ptr %v
  %p0 = load ptr, ptr %v
  %p1 = getelementptr i8, ptr %p0, i64 1
  store ptr %p1, ptr %v
  %a = load i8, ptr %p0
  %is = icmp eq i8 %a, 71
  br i1 %is, label %next, label %no
next:
  %p2 = load ptr, ptr %v
  %p3 = getelementptr i8, ptr %p2, i64 1
  store ptr %p3, ptr %v
  %b = load i8, ptr %p2
  %too = icmp eq i8 %b, 73
  br i1 %too, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Listing 14 of the paper: the second byte is asked for first.
define i32 @backwards(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %q
  %is = icmp eq i8 %b, 98
  br i1 %is, label %next, label %no
next:
  %a = load i8, ptr %p
  %too = icmp eq i8 %a, 97
  br i1 %too, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define i32 @switched(ptr %p, i64 %i) {
  %at = getelementptr i8, ptr %p, i64 %i
  %a = load i8, ptr %at
  switch i8 %a, label %no [ i8 60, label %open
                            i8 62, label %close ]
open:
  %j = add i64 %i, 1
  %q = getelementptr i8, ptr %p, i64 %j
  %b = load i8, ptr %q
  switch i8 %b, label %no [ i8 33, label %bang
                            i8 63, label %no ]
bang:
  %k = add i64 %i, 2
  %r = getelementptr i8, ptr %p, i64 %k
  %c = load i8, ptr %r
  %is = icmp eq i8 %c, 45
  br i1 %is, label %close, label %no
close:
  ret i32 1
no:
  ret i32 0
}

define i32 @stream(ptr %f) {
  %a = call i32 @fgetc(ptr %f)
  %is = icmp ne i32 %a, 255
  br i1 %is, label %no, label %next
next:
  %b = call i32 @fgetc(ptr %f)
  %too = icmp eq i32 %b, 216
  br i1 %too, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; What is compared in a loop is somewhere else each time.
define i32 @loop(ptr %p) {
entry:
  %v = alloca ptr
  store ptr %p, ptr %v
  %a = load i8, ptr %p
  %is = icmp eq i8 %a, 120
  br i1 %is, label %head, label %no
head:
  %at = load ptr, ptr %v
  %next = getelementptr i8, ptr %at, i64 1
  store ptr %next, ptr %v
  %b = load i8, ptr %next
  %too = icmp eq i8 %b, 121
  br i1 %too, label %head, label %no
no:
  ret i32 0
}

; A text's end is no part of it, and whoever is called may move on what is not the function's own.
define i32 @ended(ptr %in) {
  %p = load ptr, ptr %in
  %a = load i8, ptr %p
  %is = icmp eq i8 %a, 111
  br i1 %is, label %second, label %no
second:
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %q
  %too = icmp eq i8 %b, 110
  br i1 %too, label %third, label %no
third:
  %r = getelementptr i8, ptr %p, i64 2
  %c = load i8, ptr %r
  %end = icmp eq i8 %c, 0
  br i1 %end, label %more, label %no
more:
  call void @advance(ptr %in)
  %p2 = load ptr, ptr %in
  %q2 = getelementptr i8, ptr %p2, i64 2
  %d = load i8, ptr %q2
  %other = icmp eq i8 %d, 33
  br i1 %other, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

declare void @advance(ptr)

; What two of them have in common is a word where something else happens if only that is there.
define i32 @common(ptr %p) {
  %a = load i8, ptr %p
  %is = icmp eq i8 %a, 60
  br i1 %is, label %second, label %no
second:
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %q
  %too = icmp eq i8 %b, 47
  br i1 %too, label %third, label %no
third:
  %r = getelementptr i8, ptr %p, i64 2
  %c = load i8, ptr %r
  %all = icmp eq i8 %c, 62
  br i1 %all, label %yes, label %short
yes:
  ret i32 2
short:
  ret i32 1
no:
  ret i32 0
}

; What lies in a global variable, too.
@buffer = internal global [64 x i8] zeroinitializer

define i32 @global() {
  %a = load i8, ptr getelementptr (i8, ptr @buffer, i64 8)
  %is = icmp eq i8 %a, 73
  br i1 %is, label %second, label %no
second:
  %b = load i8, ptr getelementptr (i8, ptr @buffer, i64 9)
  %too = icmp eq i8 %b, 72
  br i1 %too, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @buffer = internal global [64 x i8] zeroinitializer
;
; declare i32 @fgetc(ptr)
;
; define i32 @indexed(ptr %p) {
;   %a = load i8, ptr %p, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %pdf = icmp eq i8 %a, 37
;   br i1 %pdf, label %second, label %no
;
; second:                                           ; preds = %0
;   %q = getelementptr i8, ptr %p, i64 1
;   %b = load i8, ptr %q, align 1
;   %int = sext i8 %b to i32
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %c = icmp ne i32 %int, 80
;   br i1 %c, label %no, label %third
;
; third:                                            ; preds = %second
;   %r = getelementptr i8, ptr %p, i64 2
;   %d = load i8, ptr %r, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %e = icmp eq i8 %d, 68
;   br i1 %e, label %yes, label %no
;
; yes:                                              ; preds = %third
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %third, %second, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @moving(ptr %p) {
;   %v = alloca ptr, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   store ptr %p, ptr %v, align 8
;   %p0 = load ptr, ptr %v, align 8
;   %p1 = getelementptr i8, ptr %p0, i64 1
;   store ptr %p1, ptr %v, align 8
;   %a = load i8, ptr %p0, align 1
;   %is = icmp eq i8 %a, 71
;   br i1 %is, label %next, label %no
;
; next:                                             ; preds = %0
;   %p2 = load ptr, ptr %v, align 8
;   %p3 = getelementptr i8, ptr %p2, i64 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   store ptr %p3, ptr %v, align 8
;   %b = load i8, ptr %p2, align 1
;   %too = icmp eq i8 %b, 73
;   br i1 %too, label %yes, label %no
;
; yes:                                              ; preds = %next
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %next, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @backwards(ptr %p) {
;   %q = getelementptr i8, ptr %p, i64 1
;   %b = load i8, ptr %q, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   %is = icmp eq i8 %b, 98
;   br i1 %is, label %next, label %no
;
; next:                                             ; preds = %0
;   %a = load i8, ptr %p, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   %too = icmp eq i8 %a, 97
;   br i1 %too, label %yes, label %no
;
; yes:                                              ; preds = %next
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %next, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @switched(ptr %p, i64 %i) {
;   %at = getelementptr i8, ptr %p, i64 %i
;   %a = load i8, ptr %at, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 13, i32 0, i64 -1)
;   switch i8 %a, label %no [
;     i8 60, label %open
;     i8 62, label %close
;   ]
;
; open:                                             ; preds = %0
;   %j = add i64 %i, 1
;   %q = getelementptr i8, ptr %p, i64 %j
;   %b = load i8, ptr %q, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 14, i32 0, i64 -1)
;   switch i8 %b, label %no [
;     i8 33, label %bang
;     i8 63, label %no
;   ]
;
; bang:                                             ; preds = %open
;   %k = add i64 %i, 2
;   %r = getelementptr i8, ptr %p, i64 %k
;   %c = load i8, ptr %r, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 15, i32 0, i64 -1)
;   %is = icmp eq i8 %c, 45
;   br i1 %is, label %close, label %no
;
; close:                                            ; preds = %bang, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 16, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %bang, %open, %open, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 17, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @stream(ptr %f) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 18, i32 0, i64 -1)
;   %a = call i32 @fgetc(ptr %f)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 19, i32 0, i64 -1)
;   %is = icmp ne i32 %a, 255
;   br i1 %is, label %no, label %next
;
; next:                                             ; preds = %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 20, i32 0, i64 -1)
;   %b = call i32 @fgetc(ptr %f)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 21, i32 0, i64 -1)
;   %too = icmp eq i32 %b, 216
;   br i1 %too, label %yes, label %no
;
; yes:                                              ; preds = %next
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 22, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %next, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 23, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @loop(ptr %p) {
; entry:
;   %v = alloca ptr, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 24, i32 0, i64 -1)
;   store ptr %p, ptr %v, align 8
;   %a = load i8, ptr %p, align 1
;   %is = icmp eq i8 %a, 120
;   br i1 %is, label %head, label %no
;
; head:                                             ; preds = %head, %entry
;   %at = load ptr, ptr %v, align 8
;   %next = getelementptr i8, ptr %at, i64 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 25, i32 0, i64 -1)
;   store ptr %next, ptr %v, align 8
;   %b = load i8, ptr %next, align 1
;   %too = icmp eq i8 %b, 121
;   br i1 %too, label %head, label %no
;
; no:                                               ; preds = %head, %entry
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 26, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @ended(ptr %in) {
;   %p = load ptr, ptr %in, align 8
;   %a = load i8, ptr %p, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 27, i32 0, i64 -1)
;   %is = icmp eq i8 %a, 111
;   br i1 %is, label %second, label %no
;
; second:                                           ; preds = %0
;   %q = getelementptr i8, ptr %p, i64 1
;   %b = load i8, ptr %q, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 28, i32 0, i64 -1)
;   %too = icmp eq i8 %b, 110
;   br i1 %too, label %third, label %no
;
; third:                                            ; preds = %second
;   %r = getelementptr i8, ptr %p, i64 2
;   %c = load i8, ptr %r, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 29, i32 0, i64 -1)
;   %end = icmp eq i8 %c, 0
;   br i1 %end, label %more, label %no
;
; more:                                             ; preds = %third
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 30, i32 0, i64 -1)
;   call void @advance(ptr %in)
;   %p2 = load ptr, ptr %in, align 8
;   %q2 = getelementptr i8, ptr %p2, i64 2
;   %d = load i8, ptr %q2, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 31, i32 0, i64 -1)
;   %other = icmp eq i8 %d, 33
;   br i1 %other, label %yes, label %no
;
; yes:                                              ; preds = %more
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 32, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %more, %third, %second, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 33, i32 0, i64 -1)
;   ret i32 0
; }
;
; declare void @advance(ptr)
;
; define i32 @common(ptr %p) {
;   %a = load i8, ptr %p, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 34, i32 0, i64 -1)
;   %is = icmp eq i8 %a, 60
;   br i1 %is, label %second, label %no
;
; second:                                           ; preds = %0
;   %q = getelementptr i8, ptr %p, i64 1
;   %b = load i8, ptr %q, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 35, i32 0, i64 -1)
;   %too = icmp eq i8 %b, 47
;   br i1 %too, label %third, label %no
;
; third:                                            ; preds = %second
;   %r = getelementptr i8, ptr %p, i64 2
;   %c = load i8, ptr %r, align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 36, i32 0, i64 -1)
;   %all = icmp eq i8 %c, 62
;   br i1 %all, label %yes, label %short
;
; yes:                                              ; preds = %third
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 37, i32 0, i64 -1)
;   ret i32 2
;
; short:                                            ; preds = %third
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 38, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %second, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 39, i32 0, i64 -1)
;   ret i32 0
; }
;
; define i32 @global() {
;   %a = load i8, ptr getelementptr (i8, ptr @buffer, i64 8), align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 40, i32 0, i64 -1)
;   %is = icmp eq i8 %a, 73
;   br i1 %is, label %second, label %no
;
; second:                                           ; preds = %0
;   %b = load i8, ptr getelementptr (i8, ptr @buffer, i64 9), align 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 41, i32 0, i64 -1)
;   %too = icmp eq i8 %b, 72
;   br i1 %too, label %yes, label %no
;
; yes:                                              ; preds = %second
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 42, i32 0, i64 -1)
;   ret i32 1
;
; no:                                               ; preds = %second, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 43, i32 0, i64 -1)
;   ret i32 0
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33}
; !fz.facts = !{!34}
;
; !0 = !{i64 0, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"%"}
; !1 = !{i64 1, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"P"}
; !2 = !{i64 2, i64 5, i64 75, i64 0, !"", i64 0, i64 0, !"", !"%PD"}
; !3 = !{i64 2, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"D"}
; !4 = !{i64 5, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"G"}
; !5 = !{i64 6, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"GI"}
; !6 = !{i64 6, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"I"}
; !7 = !{i64 9, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"b"}
; !8 = !{i64 10, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"ab"}
; !9 = !{i64 10, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"a"}
; !10 = !{i64 13, i64 3, i64 6, i64 0, !"", i64 0, i64 0, !"", !"<"}
; !11 = !{i64 13, i64 3, i64 6, i64 0, !"", i64 0, i64 0, !"", !">"}
; !12 = !{i64 14, i64 3, i64 6, i64 0, !"", i64 0, i64 0, !"", !"!"}
; !13 = !{i64 14, i64 3, i64 6, i64 0, !"", i64 0, i64 0, !"", !"?"}
; !14 = !{i64 15, i64 5, i64 75, i64 0, !"", i64 0, i64 0, !"", !"<!-"}
; !15 = !{i64 15, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"-"}
; !16 = !{i64 19, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\FF"}
; !17 = !{i64 21, i64 5, i64 55, i64 0, !"", i64 0, i64 0, !"", !"\FF\D8"}
; !18 = !{i64 21, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"\D8"}
; !19 = !{i64 24, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"x"}
; !20 = !{i64 25, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"y"}
; !21 = !{i64 27, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"o"}
; !22 = !{i64 28, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"on"}
; !23 = !{i64 28, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"n"}
; !24 = !{i64 29, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\00"}
; !25 = !{i64 31, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"!"}
; !26 = !{i64 34, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"<"}
; !27 = !{i64 35, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"</"}
; !28 = !{i64 35, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"/"}
; !29 = !{i64 36, i64 5, i64 75, i64 0, !"", i64 0, i64 0, !"", !"</>"}
; !30 = !{i64 36, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !">"}
; !31 = !{i64 40, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"I"}
; !32 = !{i64 41, i64 5, i64 60, i64 0, !"", i64 0, i64 0, !"", !"IH"}
; !33 = !{i64 41, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"H"}
; !34 = !{!"done:dictionary", !"34"}
