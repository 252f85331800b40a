;; What is allocated or copied is no more than an object can have. Nothing is asked of constants, of what had fewer bits and
;; no sign, of what a conversion's guard tells, and of functions that the unit defines.
; pipeline: guards
; codegen: no
; hide: helpers, target
; since: 23, nofree nounwind willreturn => nofree nosync nounwind willreturn
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@size = private unnamed_addr constant { i16, i16, [9 x i8] } { i16 0, i16 12, [9 x i8] c"'size_t'\00" }
@sign = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @size, i8 3, i32 0 }

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)

define ptr @reallocarray(ptr %p, i64 %n, i64 %m) {
  ret ptr %p
}

define ptr @asks(i64 noundef %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @multiplies(i64 noundef %n, i64 %m) {
  %p = call ptr @calloc(i64 %n, i64 %m)
  ret ptr %p
}

define void @copies(ptr %to, ptr %from, i64 noundef %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  ret void
}

define void @takes(i64 noundef %n) {
  %fixed = alloca i32
  %some = alloca i8, i64 %n
  store i32 0, ptr %fixed
  store i8 0, ptr %some
  ret void
}

define ptr @leaves(ptr %p, i32 %n, i64 %m) {
  %wide = zext i32 %n to i64
  %a = call ptr @malloc(i64 %wide)
  %b = call ptr @reallocarray(ptr %p, i64 %m, i64 %m)
  ret ptr %a
}

define ptr @converts(i32 noundef %n) {
  %wide = sext i32 %n to i64
  %below = icmp slt i32 %n, 0
  %fine = xor i1 %below, true
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %n to i64
  call void @__ubsan_handle_implicit_conversion(ptr @sign, i64 %x, i64 %wide)
  br label %go
go:
  %p = call ptr @malloc(i64 %wide)
  ret ptr %p
}
;; expected
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @size = private unnamed_addr constant { i16, i16, [9 x i8] } { i16 0, i16 12, [9 x i8] c"'size_t'\00" }
; @sign = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @size, i8 3, i32 0 }
; @__fz_file = private unnamed_addr constant [12 x i8] c"in.ll(asks)\00"
; @__fz_guard = private global [6 x ptr] [ptr @__fz_file, ptr null, ptr null, ptr null, ptr inttoptr (i64 4194315 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_file.1 = private unnamed_addr constant [18 x i8] c"in.ll(multiplies)\00"
; @__fz_guard.2 = private global [6 x ptr] [ptr @__fz_file.1, ptr null, ptr null, ptr null, ptr inttoptr (i64 274882101259 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_file.3 = private unnamed_addr constant [14 x i8] c"in.ll(copies)\00"
; @__fz_guard.4 = private global [6 x ptr] [ptr @__fz_file.3, ptr null, ptr null, ptr null, ptr inttoptr (i64 4194316 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_file.5 = private unnamed_addr constant [13 x i8] c"in.ll(takes)\00"
; @__fz_guard.6 = private global [6 x ptr] [ptr @__fz_file.5, ptr null, ptr null, ptr null, ptr inttoptr (i64 4194315 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.7 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr getelementptr (i8, ptr @size, i64 4), ptr inttoptr (i64 150323855365 to ptr), ptr inttoptr (i64 277027487751 to ptr), ptr null], section "__fz_guards", align 8
;
; declare ptr @malloc(i64)
;
; declare ptr @calloc(i64, i64)
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
; declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0
;
; declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)
;
; define ptr @reallocarray(ptr %p, i64 %n, i64 %m) {
;   ret ptr %p
; }
;
; define ptr @asks(i64 noundef %n) {
;   %1 = icmp ugt i64 %n, 9223372036854775807
;   %2 = freeze i1 %1, !nosanitize !3
;   br i1 %2, label %3, label %4, !prof !4, !nosanitize !3, !fz.guard !5
;
; 3:                                                ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %n, i64 0, ptr null) #2, !nosanitize !3
;   br label %4, !nosanitize !3
;
; 4:                                                ; preds = %0, %3
;   %p = call ptr @malloc(i64 %n)
;   ret ptr %p
; }
;
; define ptr @multiplies(i64 noundef %n, i64 %m) {
;   %1 = zext i64 %n to i128
;   %2 = zext i64 %m to i128
;   %3 = mul i128 %1, %2
;   %4 = icmp ugt i128 %3, 9223372036854775807
;   %5 = freeze i1 %4, !nosanitize !3
;   br i1 %5, label %6, label %7, !prof !4, !nosanitize !3, !fz.guard !6
;
; 6:                                                ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.2, i64 %n, i64 %m, ptr null) #2, !nosanitize !3
;   br label %7, !nosanitize !3
;
; 7:                                                ; preds = %0, %6
;   %p = call ptr @calloc(i64 %n, i64 %m)
;   ret ptr %p
; }
;
; define void @copies(ptr %to, ptr %from, i64 noundef %n) {
;   %1 = icmp ugt i64 %n, 9223372036854775807
;   %2 = freeze i1 %1, !nosanitize !3
;   br i1 %2, label %3, label %4, !prof !4, !nosanitize !3, !fz.guard !7
;
; 3:                                                ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.4, i64 %n, i64 0, ptr null) #2, !nosanitize !3
;   br label %4, !nosanitize !3
;
; 4:                                                ; preds = %0, %3
;   call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
;   call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
;   ret void
; }
;
; define void @takes(i64 noundef %n) {
;   %fixed = alloca i32, align 4
;   %1 = icmp ugt i64 %n, 9223372036854775807
;   %2 = freeze i1 %1, !nosanitize !3
;   br i1 %2, label %3, label %4, !prof !4, !nosanitize !3, !fz.guard !8
;
; 3:                                                ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.6, i64 %n, i64 0, ptr null) #2, !nosanitize !3
;   br label %4, !nosanitize !3
;
; 4:                                                ; preds = %0, %3
;   %some = alloca i8, i64 %n, align 1
;   store i32 0, ptr %fixed, align 4
;   store i8 0, ptr %some, align 1
;   ret void
; }
;
; define ptr @leaves(ptr %p, i32 %n, i64 %m) {
;   %wide = zext i32 %n to i64
;   %a = call ptr @malloc(i64 %wide)
;   %b = call ptr @reallocarray(ptr %p, i64 %m, i64 %m)
;   ret ptr %a
; }
;
; define ptr @converts(i32 noundef %n) {
;   %wide = sext i32 %n to i64
;   %below = icmp slt i32 %n, 0
;   %fine = xor i1 %below, true
;   %1 = freeze i1 %fine, !nosanitize !3
;   br i1 %1, label %go, label %handle, !prof !9, !fz.guard !10
;
; handle:                                           ; preds = %0
;   %x = zext i32 %n to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.7, i64 %x, i64 %wide, ptr null) #2, !nosanitize !3
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %p = call ptr @malloc(i64 %wide)
;   ret ptr %p
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:guards", !"5"}
; !1 = !{!"skipped:guards:conversion-says-so", !"1"}
; !2 = !{!"skipped:guards:in-range", !"1"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 1, i32 1048575}
; !5 = !{ptr @__fz_guard}
; !6 = !{ptr @__fz_guard.2}
; !7 = !{ptr @__fz_guard.4}
; !8 = !{ptr @__fz_guard.6}
; !9 = !{!"branch_weights", i32 1048575, i32 1}
; !10 = !{ptr @__fz_guard.7}
