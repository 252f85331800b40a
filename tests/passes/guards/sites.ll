;; What guards ask is told in front of them: of an operation its operands, of a conversion its bounds, of a division the
;; compares in clang's condition, each as it is where the check fails and in the width of the source.
; pipeline: guards<sites=on>
; codegen: no
; hide: helpers, target
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
@array = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 -1, i16 0, [11 x i8] c"'int[100]'\00" }
@sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
@narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }
@quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }
@element = private global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 12, i32 3 }, ptr @array, ptr @int }

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_implicit_conversion(ptr, i64, i64)
declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
declare void @__ubsan_handle_out_of_bounds(ptr, i64)

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
  ret i32 %result
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

; The divisor is a promoted byte.
define i32 @divides(i32 %a, i8 %d) {
  %b = sext i8 %d to i32
  %nonzero = icmp ne i32 %b, 0
  %small = icmp ne i32 %a, -2147483648
  %other = icmp ne i32 %b, -1
  %either = or i1 %small, %other
  %fine = and i1 %nonzero, %either
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

define ptr @indexes(ptr %p, i32 %i) {
  %at = sext i32 %i to i64
  %fine = icmp ult i64 %at, 100
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %i to i64
  call void @__ubsan_handle_out_of_bounds(ptr @element, i64 %x)
  br label %go
go:
  %element = getelementptr inbounds [100 x i32], ptr %p, i64 0, i64 %at
  ret ptr %element
}
;; expected
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @uchar = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
; @array = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 -1, i16 0, [11 x i8] c"'int[100]'\00" }
; @sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
; @narrow = private global { { ptr, i32, i32 }, ptr, ptr, i8, i32 } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @int, ptr @uchar, i8 2, i32 0 }
; @quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }
; @element = private global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 12, i32 3 }, ptr @array, ptr @int }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.1 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr getelementptr (i8, ptr @uchar, i64 4), ptr inttoptr (i64 150323855365 to ptr), ptr inttoptr (i64 36509319175 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.2 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 128849018889 to ptr), ptr inttoptr (i64 2149580805 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.3 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr getelementptr (i8, ptr @array, i64 4), ptr inttoptr (i64 12884901900 to ptr), ptr inttoptr (i64 2149580808 to ptr), ptr null], section "__fz_guards", align 8
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
; declare void @__ubsan_handle_out_of_bounds(ptr, i64)
;
; define i32 @sums(i32 noundef %a, i32 %b) {
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 1, i32 65601, i32 %a, i32 %b, ptr @__fz_guard) #3
;   %1 = freeze i1 %fine, !nosanitize !1
;   br i1 %1, label %go, label %handle, !prof !2, !fz.guard !3
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %x, i64 %y, ptr null) #4, !nosanitize !1
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i32 %result
; }
;
; define i8 @narrows(i32 noundef %a) {
;   %small = trunc i32 %a to i8
;   %wide = zext i8 %small to i32
;   %fine = icmp eq i32 %wide, %a
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 3, i32 458753, i32 %a, i32 255, ptr @__fz_guard.1) #3
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 5, i32 458753, i32 %a, i32 0, ptr @__fz_guard.1) #3
;   %1 = freeze i1 %fine, !nosanitize !1
;   br i1 %1, label %go, label %handle, !prof !2, !fz.guard !4
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i8 %small to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.1, i64 %x, i64 %y, ptr null) #4, !nosanitize !1
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   ret i8 %small
; }
;
; define i32 @divides(i32 %a, i8 %d) {
;   %b = sext i8 %d to i32
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 1, i32 327680, i8 %d, i8 0, ptr @__fz_guard.2) #3
;   %nonzero = icmp ne i32 %b, 0
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 1, i32 327680, i32 %a, i32 -2147483648, ptr @__fz_guard.2) #3
;   %small = icmp ne i32 %a, -2147483648
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 1, i32 327680, i8 %d, i8 -1, ptr @__fz_guard.2) #3
;   %other = icmp ne i32 %b, -1
;   %either = or i1 %small, %other
;   %fine = and i1 %nonzero, %either
;   %1 = freeze i1 %fine, !nosanitize !1
;   br i1 %1, label %go, label %handle, !prof !2, !fz.guard !5
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.2, i64 %x, i64 %y, ptr null) #4, !nosanitize !1
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %answer = sdiv i32 %a, %b
;   ret i32 %answer
; }
;
; define ptr @indexes(ptr %p, i32 %i) {
;   %at = sext i32 %i to i64
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 -1, i32 10, i32 4, i32 524288, i32 %i, i32 100, ptr @__fz_guard.3) #3
;   %fine = icmp ult i64 %at, 100
;   %1 = freeze i1 %fine, !nosanitize !1
;   br i1 %1, label %go, label %handle, !prof !2, !fz.guard !6
;
; handle:                                           ; preds = %0
;   %x = zext i32 %i to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.3, i64 %x, i64 0, ptr null) #4, !nosanitize !1
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %element = getelementptr inbounds [100 x i32], ptr %p, i64 0, i64 %at
;   ret ptr %element
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #1
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { nomerge }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:guards", !"4"}
; !1 = !{}
; !2 = !{!"branch_weights", i32 1048575, i32 1}
; !3 = !{ptr @__fz_guard}
; !4 = !{ptr @__fz_guard.1}
; !5 = !{ptr @__fz_guard.2}
; !6 = !{ptr @__fz_guard.3}
