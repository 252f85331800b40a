;; All entries of a table that one of is compared: by index, by a pointer that walks, of the one field, through another
;; table, in rows, and of numbers. It may be writable.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

%entry = type { ptr, i32, i16 }
@one = private constant [4 x i8] c"one\00"
@two = private constant [4 x i8] c"two\00"
@names = internal global [2 x ptr] [ptr @one, ptr @two]
@help = private constant [5 x i8] c"help\00"
@table = internal constant [3 x %entry] [%entry { ptr @one, i32 7, i16 4660 }, %entry { ptr @two, i32 8, i16 22136 }, %entry zeroinitializer]
@pairs = internal constant [2 x { ptr, ptr }] [{ ptr, ptr } { ptr @one, ptr @help }, { ptr, ptr } { ptr @two, ptr @help }]
@entries = internal constant [2 x ptr] [ptr @table, ptr getelementptr (%entry, ptr @table, i64 1)]
@rows = internal constant [2 x [4 x i8]] [[4 x i8] c"ab\00\00", [4 x i8] c"cdef"]

declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)

define void @by_index(ptr %s, i64 %i) {
  %p = getelementptr [2 x ptr], ptr @names, i64 0, i64 %i
  %t = load ptr, ptr %p
  call i32 @strcmp(ptr %s, ptr %t)
  ret void
}

define void @by_walk(ptr %s) {
entry:
  %v = alloca ptr
  store ptr @pairs, ptr %v
  br label %loop
loop:
  %p = load ptr, ptr %v
  %field = getelementptr { ptr, ptr }, ptr %p, i32 0, i32 0
  %t = load ptr, ptr %field
  call i32 @strcmp(ptr %t, ptr %s)
  %q = load ptr, ptr %v
  %next = getelementptr { ptr, ptr }, ptr %q, i32 1
  store ptr %next, ptr %v
  br label %loop
}

define void @by_two(ptr %s, i64 %i) {
  %p = getelementptr ptr, ptr @entries, i64 %i
  %e = load ptr, ptr %p
  %field = getelementptr %entry, ptr %e, i32 0, i32 0
  %t = load ptr, ptr %field
  call i32 @strcmp(ptr %t, ptr %s)
  ret void
}

define void @in_rows(ptr %s, i64 %i) {
  %p = getelementptr [2 x [4 x i8]], ptr @rows, i64 0, i64 %i
  call i32 @strncmp(ptr %s, ptr %p, i64 4)
  ret void
}

define i1 @of_numbers(i16 %x, i64 %i) {
  %p = getelementptr %entry, ptr @table, i64 %i, i32 2
  %n = load i16, ptr %p
  %c = icmp eq i16 %x, %n
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; %entry = type { ptr, i32, i16 }
;
; @one = private constant [4 x i8] c"one\00"
; @two = private constant [4 x i8] c"two\00"
; @names = internal global [2 x ptr] [ptr @one, ptr @two]
; @help = private constant [5 x i8] c"help\00"
; @table = internal constant [3 x %entry] [%entry { ptr @one, i32 7, i16 4660 }, %entry { ptr @two, i32 8, i16 22136 }, %entry zeroinitializer]
; @pairs = internal constant [2 x { ptr, ptr }] [{ ptr, ptr } { ptr @one, ptr @help }, { ptr, ptr } { ptr @two, ptr @help }]
; @entries = internal constant [2 x ptr] [ptr @table, ptr getelementptr (%entry, ptr @table, i64 1)]
; @rows = internal constant [2 x [4 x i8]] [[4 x i8] c"ab\00\00", [4 x i8] c"cdef"]
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @strncmp(ptr, ptr, i64)
;
; define void @by_index(ptr %s, i64 %i) {
;   %p = getelementptr [2 x ptr], ptr @names, i64 0, i64 %i
;   %t = load ptr, ptr %p, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %1 = call i32 @strcmp(ptr %s, ptr %t)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   ret void
; }
;
; define void @by_walk(ptr %s) {
; entry:
;   %v = alloca ptr, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   store ptr @pairs, ptr %v, align 8
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %p = load ptr, ptr %v, align 8
;   %field = getelementptr { ptr, ptr }, ptr %p, i32 0, i32 0
;   %t = load ptr, ptr %field, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %0 = call i32 @strcmp(ptr %t, ptr %s)
;   %q = load ptr, ptr %v, align 8
;   %next = getelementptr { ptr, ptr }, ptr %q, i32 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   store ptr %next, ptr %v, align 8
;   br label %loop
; }
;
; define void @by_two(ptr %s, i64 %i) {
;   %p = getelementptr ptr, ptr @entries, i64 %i
;   %e = load ptr, ptr %p, align 8
;   %field = getelementptr %entry, ptr %e, i32 0, i32 0
;   %t = load ptr, ptr %field, align 8
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %1 = call i32 @strcmp(ptr %t, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret void
; }
;
; define void @in_rows(ptr %s, i64 %i) {
;   %p = getelementptr [2 x [4 x i8]], ptr @rows, i64 0, i64 %i
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   %1 = call i32 @strncmp(ptr %s, ptr %p, i64 4)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   ret void
; }
;
; define i1 @of_numbers(i16 %x, i64 %i) {
;   %p = getelementptr %entry, ptr @table, i64 %i, i32 2
;   %n = load i16, ptr %p, align 2
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   %c = icmp eq i16 %x, %n
;   ret i1 %c
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13}
; !fz.facts = !{!14}
;
; !0 = !{!"4\12\00\00\00\00\00\00xV\00\00\00\00\00\00"}
; !1 = !{i64 0, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"names", !"one"}
; !2 = !{i64 0, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"names", !"two"}
; !3 = !{i64 2, i64 9, i64 30, i64 0, !"", i64 0, i64 0, !"pairs", !"one"}
; !4 = !{i64 2, i64 9, i64 30, i64 0, !"", i64 0, i64 0, !"pairs", !"help"}
; !5 = !{i64 2, i64 9, i64 30, i64 0, !"", i64 0, i64 0, !"pairs", !"two"}
; !6 = !{i64 3, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"pairs", !"one"}
; !7 = !{i64 3, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"pairs", !"two"}
; !8 = !{i64 5, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"entries", !"one"}
; !9 = !{i64 5, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"entries", !"two"}
; !10 = !{i64 7, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"rows", !"ab"}
; !11 = !{i64 7, i64 9, i64 85, i64 0, !"", i64 0, i64 0, !"rows", !"cdef"}
; !12 = !{i64 9, i64 9, i64 60, i64 0, !"", i64 0, i64 0, !"table", !"4\12"}
; !13 = !{i64 9, i64 9, i64 60, i64 0, !"", i64 0, i64 0, !"table", !"xV"}
; !14 = !{!"done:dictionary", !"13"}
