;; The same where pointers have 32 bits.
; pipeline: edges<count=wrap;pcs=off;records=off>
; show: constructor
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"
target triple = "riscv32-unknown-linux-gnu"
define void @f() {
  ret void
}
;; expected
; $__fz_register_image = comdat any
;
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @__start___fz_functions = extern_weak hidden global i8
; @__stop___fz_functions = extern_weak hidden global i8
; @__start___fz_calls = extern_weak hidden global i8
; @__stop___fz_calls = extern_weak hidden global i8
; @__start___fz_stack = extern_weak hidden global i8
; @__stop___fz_stack = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #1 comdat {
;   %1 = alloca [6 x ptr], align 4
;   %2 = icmp ne ptr @__fz_contexts_init, null
;   br i1 %2, label %3, label %11
;
; 3:                                                ; preds = %0
;   %4 = getelementptr inbounds ptr, ptr %1, i64 0
;   store ptr @__start___sancov_cntrs, ptr %4, align 4
;   %5 = getelementptr inbounds ptr, ptr %1, i64 1
;   store ptr @__stop___sancov_cntrs, ptr %5, align 4
;   %6 = getelementptr inbounds ptr, ptr %1, i64 2
;   store ptr @__start___fz_functions, ptr %6, align 4
;   %7 = getelementptr inbounds ptr, ptr %1, i64 3
;   store ptr @__stop___fz_functions, ptr %7, align 4
;   %8 = getelementptr inbounds ptr, ptr %1, i64 4
;   store ptr @__start___fz_calls, ptr %8, align 4
;   %9 = getelementptr inbounds ptr, ptr %1, i64 5
;   store ptr @__stop___fz_calls, ptr %9, align 4
;   %10 = getelementptr inbounds ptr, ptr %1, i64 6
;   call void @__fz_contexts_init(ptr %1, ptr %10)
;   br label %11
;
; 11:                                               ; preds = %3, %0
;   %12 = icmp ne ptr @__sanitizer_cov_8bit_counters_init, null
;   br i1 %12, label %13, label %14
;
; 13:                                               ; preds = %11
;   call void @__sanitizer_cov_8bit_counters_init(ptr @__start___sancov_cntrs, ptr @__stop___sancov_cntrs)
;   br label %14
;
; 14:                                               ; preds = %13, %11
;   %15 = icmp ne ptr @__fz_stack_init, null
;   br i1 %15, label %16, label %17
;
; 16:                                               ; preds = %14
;   call void @__fz_stack_init(ptr @__start___fz_stack, ptr @__stop___fz_stack)
;   br label %17
;
; 17:                                               ; preds = %16, %14
;   ret void
; }
;
; declare extern_weak void @__fz_contexts_init(ptr, ptr)
;
; declare extern_weak void @__sanitizer_cov_8bit_counters_init(ptr, ptr)
;
; declare extern_weak void @__fz_stack_init(ptr, ptr)
