;; A check that cannot fail goes: of a sum of what had fewer bits, of a conversion of what is masked, of a constant.
; pipeline: guards
; codegen: no
; hide: helpers, target
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
@at = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
@narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_sub_overflow(ptr, i64, i64)
declare void @__ubsan_handle_mul_overflow(ptr, i64, i64)
declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)

define i32 @above(i32 noundef %a) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 5)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_add_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  ret i32 %result
}

define i32 @below(i32 noundef %a) {
  %both = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 5)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_sub_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  ret i32 %result
}

define i32 @square(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  %both = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_mul_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  ret i32 %result
}

define i32 @product(ptr %p) {
  %a = load i32, ptr %p
  store i32 7, ptr %p
  %b = load i32, ptr %p
  %both = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_mul_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  ret i32 %result
}

define i32 @short(i16 noundef %x, i8 noundef %y) {
  %a = sext i16 %x to i32
  %b = zext i8 %y to i32
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  call void @__ubsan_handle_add_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  ret i32 %result
}

define i8 @masked(i32 noundef %a) {
  %low = and i32 %a, 127
  %small = trunc i32 %low to i8
  %wide = zext i8 %small to i32
  %fine = icmp eq i32 %wide, %low
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %low to i64
  %y = zext i8 %small to i64
  call void @__ubsan_handle_implicit_conversion(ptr @narrow, i64 %x, i64 %y)
  br label %go
go:
  ret i8 %small
}

define i32 @halved(i32 noundef %a) {
  br i1 true, label %go, label %handle
handle:
  call void @__ubsan_handle_divrem_overflow(ptr @at, i64 0, i64 0)
  br label %go
go:
  %answer = sdiv i32 %a, 2
  ret i32 %answer
}
;; expected
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
; @at = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
; @narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.1 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580802 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.2 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580803 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.3 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580803 to ptr), ptr null], section "__fz_guards", align 8
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #0
;
; declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_sub_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_mul_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)
;
; define i32 @above(i32 noundef %a) {
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 5)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !4
;
; handle:                                           ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 0, i64 0, ptr null) #2, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i32 %result
; }
;
; define i32 @below(i32 noundef %a) {
;   %both = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 5)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !5
;
; handle:                                           ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.1, i64 0, i64 0, ptr null) #2, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i32 %result
; }
;
; define i32 @square(ptr %p) {
;   %a = load i32, ptr %p, align 4
;   %b = load i32, ptr %p, align 4
;   %both = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !6
;
; handle:                                           ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.2, i64 0, i64 0, ptr null) #2, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i32 %result
; }
;
; define i32 @product(ptr %p) {
;   %a = load i32, ptr %p, align 4
;   store i32 7, ptr %p, align 4
;   %b = load i32, ptr %p, align 4
;   %both = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %1 = freeze i1 %fine, !nosanitize !2
;   br i1 %1, label %go, label %handle, !prof !3, !fz.guard !7
;
; handle:                                           ; preds = %0
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.3, i64 0, i64 0, ptr null) #2, !nosanitize !2
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i32 %result
; }
;
; define i32 @short(i16 noundef %x, i8 noundef %y) {
;   %a = sext i16 %x to i32
;   %b = zext i8 %y to i32
;   %1 = add i32 %a, %b
;   br label %go
;
; handle:                                           ; No predecessors!
;   br label %go
;
; go:                                               ; preds = %0, %handle
;   ret i32 %1
; }
;
; define i8 @masked(i32 noundef %a) {
;   %low = and i32 %a, 127
;   %small = trunc i32 %low to i8
;   %wide = zext i8 %small to i32
;   %fine = icmp eq i32 %wide, %low
;   br label %go
;
; handle:                                           ; No predecessors!
;   %x = zext i32 %low to i64
;   %y = zext i8 %small to i64
;   br label %go
;
; go:                                               ; preds = %0, %handle
;   ret i8 %small
; }
;
; define i32 @halved(i32 noundef %a) {
;   br label %go
;
; handle:                                           ; No predecessors!
;   br label %go
;
; go:                                               ; preds = %0, %handle
;   %answer = sdiv i32 %a, 2
;   ret i32 %answer
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:guards", !"4"}
; !1 = !{!"skipped:guards:in-range", !"3"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1048575, i32 1}
; !4 = !{ptr @__fz_guard}
; !5 = !{ptr @__fz_guard.1}
; !6 = !{ptr @__fz_guard.2}
; !7 = !{ptr @__fz_guard.3}
