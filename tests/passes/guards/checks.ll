;; What clang asks is frozen and asked; what the handler is told is what the guard is told. A φ behind a guard keeps its values.
; pipeline: guards
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
@sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
@narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }
@quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)
declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)

define i32 @sums(i32 noundef %a, i32 %b) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  call void @__ubsan_handle_add_overflow(ptr @sum, i64 %x, i64 %y)
  br label %go
go:
  %phi = phi i32 [ 1, %0 ], [ 2, %handle ]
  %answer = xor i32 %result, %phi
  ret i32 %answer
}

define i8 @narrows(i32 noundef %a) {
  %small = trunc i32 %a to i8
  %wide = zext i8 %small to i32
  %fine = icmp eq i32 %wide, %a
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i8 %small to i64
  call void @__ubsan_handle_implicit_conversion(ptr @narrow, i64 %x, i64 %y)
  br label %go
go:
  ret i8 %small
}

define i32 @divides(i32 %a, i32 %b) {
  %fine = icmp ne i32 %b, 0
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  call void @__ubsan_handle_divrem_overflow(ptr @quotient, i64 %x, i64 %y)
  br label %go
go:
  %answer = sdiv i32 %a, %b
  ret i32 %answer
}

; Nothing is counted here: the check goes away, and with it the handler that nobody has.
define i8 @left(i32 %a) nosanitize_coverage {
  %small = trunc i32 %a to i8
  %wide = zext i8 %small to i32
  %fine = icmp eq i32 %wide, %a
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_implicit_conversion(ptr @narrow, i64 0, i64 0)
  br label %go
go:
  ret i8 %small
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__fz_guard_hit = comdat any
;
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
; @sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
; @narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }
; @quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.1 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr getelementptr (i8, ptr @uchar, i64 4), ptr inttoptr (i64 150323855365 to ptr), ptr inttoptr (i64 36509319175 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.2 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 128849018889 to ptr), ptr inttoptr (i64 2149580805 to ptr), ptr null], section "__fz_guards", align 8
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)
;
; declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
;
; define i32 @sums(i32 noundef %a, i32 %b) {
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !4
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %x, i64 %y, ptr null) #3, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %phi = phi i32 [ 1, %0 ], [ 2, %handle ]
;   %answer = xor i32 %result, %phi
;   ret i32 %answer
; }
;
; define i8 @narrows(i32 noundef %a) {
;   %small = trunc i32 %a to i8
;   %wide = zext i8 %small to i32
;   %fine = icmp eq i32 %wide, %a
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !5
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i8 %small to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.1, i64 %x, i64 %y, ptr null) #3, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i8 %small
; }
;
; define i32 @divides(i32 %a, i32 %b) {
;   %fine = icmp ne i32 %b, 0
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !6
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.2, i64 %x, i64 %y, ptr null) #3, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %answer = sdiv i32 %a, %b
;   ret i32 %answer
; }
;
; ; Function Attrs: nosanitize_coverage
; define i8 @left(i32 %a) #1 {
;   %small = trunc i32 %a to i8
;   %wide = zext i8 %small to i32
;   %fine = icmp eq i32 %wide, %a
;   br label %go
;
; handle:                                           ; No predecessors!
;   br label %go
;
; go:                                               ; preds = %0, %handle
;   ret i8 %small
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3) #2 comdat {
;   %5 = icmp ne ptr @__fz_guard_hit, null
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   musttail call void @__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3)
;   ret void
;
; 7:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nosanitize_coverage }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:guards", !"3"}
; !1 = !{!"skipped:guards:uncounted", !"1"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1048575, i32 1}
; !4 = !{ptr @__fz_guard}
; !5 = !{ptr @__fz_guard.1}
; !6 = !{ptr @__fz_guard.2}
